/** What is said becomes captions in the reader's language: typed by somebody for the speaker, and heard by a real recogniser. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { speak } from "../../scripts/lib/flite.ts";
import { startRecogniser } from "../../scripts/lib/recogniser.ts";
import { type App, startApp } from "../support/app.ts";
import { comeIn, INES, inesAndTom, TOM } from "../support/chat.ts";
import { arrive, type Person } from "../support/people.ts";
import { chooseMore, openMeeting } from "../support/steps.ts";
import { expect, test as withApp } from "../support/test.ts";

interface Spoken {
  app: App;
  /** Says this in English, over and over, with pauses between. */
  wav(words: string): Promise<string>;
}

const test = withApp.extend<object, { spoken: Spoken }>({
  spoken: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const recogniser = await startRecogniser();
      if (recogniser === null) throw new Error("pocketsphinx is not on this machine: `npm run setup:test`");
      const folder = await mkdtemp(join(tmpdir(), "parley-voice-"));
      const app = await startApp({ functionsEnv: { TRANSCRIBE_URL: recogniser.url } });
      await use({
        app,
        async wav(words) {
          const path = join(folder, "voice.wav");
          await speak(words, path);
          await writeFile(path, withPauses(await readFile(path)));
          return path;
        },
      });
      await app.close();
      await recogniser.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** Two seconds of silence before a voice and six after it; its header is the plain one of 44 bytes. */
function withPauses(wav: Buffer): Buffer {
  const [header, voice] = [Buffer.from(wav.subarray(0, 44)), wav.subarray(44)];
  const silence = (seconds: number) => Buffer.alloc(seconds * 32_000);
  const sound = Buffer.concat([silence(2), voice, silence(6)]);
  header.writeUInt32LE(36 + sound.length, 4);
  header.writeUInt32LE(sound.length, 40);
  return Buffer.concat([header, sound]);
}

const SENTENCE = "the meeting starts at nine in the morning";

/** How many of the words were heard. */
function shareOf(said: string, heard: string): number {
  const words = said.split(" ");
  const there = new Set(heard.toLowerCase().match(/\p{L}+/gu));
  return words.filter((word) => there.has(word)).length / words.length;
}

const band = ({ page }: Person) => page.locator(".call-captions");

test("somebody types what another says: read along as it is typed, then in each reader's language", async ({
  person,
}) => {
  const { ines, tom, link } = await inesAndTom(person);
  const camille = await person({ locale: "en" });
  await comeIn(camille, link, { name: "Camille", speaks: "en", reads: "en" });

  await chooseMore(ines, "more.captions");
  await ines.page.getByRole("combobox", { name: "Alguien escribe lo que digo" }).selectOption({ label: "Camille" });
  const typing = camille.page.getByRole("textbox", { name: "Type what Inés says" });
  await typing.pressSequentially("La casa");
  await expect(band(tom)).toContainText("La casa");
  await typing.pressSequentially(" es grande.");
  await typing.press("Enter");
  await expect(band(tom)).toContainText("The house is big.");
  await expect(typing).toHaveValue("");

  // All of it stands in the log, for who reads it later or has it read out.
  await chooseMore(tom, "more.captions");
  const log = tom.page.getByRole("log", { name: "What was said" });
  await expect(log.getByRole("listitem")).toHaveCount(1);
  await expect(log).toContainText("Inés");
  await expect(log).toContainText("The house is big.");
  // It was said, not written.
  await expect(tom.page.getByRole("log", { name: "Chat" }).getByRole("listitem")).toHaveCount(0);
});

test("what is said in English is read in Spanish: a real voice, a real recogniser, a real engine", async ({
  spoken,
}) => {
  test.setTimeout(150_000);
  const { app, wav } = spoken;
  const tom = await arrive({
    locale: "en",
    url: app.url,
    voice: await wav(SENTENCE),
  });
  const ines = await arrive({ locale: "es", url: app.url });
  const link = await openMeeting(tom);
  await comeIn(tom, link, TOM);
  await comeIn(ines, link, INES);

  await chooseMore(tom, "more.captions");
  await tom.page.getByRole("radio", { name: /^By Parley/u }).check({ timeout: 20_000 });
  await tom.page.keyboard.press("Escape");
  await expect(band(ines)).toContainText(/reunión/u, { timeout: 60_000 });

  await chooseMore(ines, "more.captions");
  // What was heard first may be the end of a sentence: the voice did not wait for the press.
  const log = ines.page.getByRole("log", { name: "Lo que se dijo" });
  const line = log.getByRole("listitem").filter({ hasText: "reunión" }).first();
  await line.getByText("del inglés").click();
  const heard = (await line.locator("details p").textContent()) ?? "";
  expect(shareOf(SENTENCE, heard)).toBeGreaterThanOrEqual(0.8);

  const complaints = [tom, ines].flatMap((person) => person.complaints());
  await Promise.all([tom.leave(), ines.leave()]);
  expect(complaints).toEqual([]);
});
