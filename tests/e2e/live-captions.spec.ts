/**
 * Captions from voice to file: a voice, a recogniser, an engine; then a correction, a glossary term, a late reader in a
 * third language, and the export. Other specs test each step in detail.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { startRecogniserServer } from "../../scripts/lib/pocketsphinx.ts";
import { createMeeting, openAccount, signIn } from "../support/accounts.ts";
import { startApp } from "../support/app.ts";
import { INES, joinWithChat, TOM } from "../support/chat.ts";
import { changeTermAndRetranslate, openGlossary } from "../support/glossary.ts";
import type { Person } from "../support/people.ts";
import { expect, test as withApp } from "../support/test.ts";
import { chooseMoreItem, lineWithText, openCaptionOptions, openChat, sendMessage } from "../support/userActions.ts";
import { speakWithPauses } from "../support/voice.ts";

const SENTENCE = "the meeting starts at nine in the morning";
const CORRECTED = "The meeting starts at eleven in the morning.";
const CAMILLE = { name: "Camille", speaks: "fr", reads: "fr" };

const test = withApp.extend<{ voice: string }>({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const recogniser = await startRecogniserServer();
      if (recogniser === null) throw new Error("pocketsphinx is not on this machine: `npm run setup:test`");
      const app = await startApp({ functionsEnv: { TRANSCRIBE_URL: recogniser.url } });
      await use(app);
      await app.close();
      await recogniser.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
  voice: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), "parley-voice-"));
    await use(await speakWithPauses(SENTENCE, folder));
    await rm(folder, { recursive: true, force: true });
  },
});

/** Returns the share of the words that were recognised. */
function shareOf(spoken: string, recognised: string): number {
  const words = spoken.split(" ");
  const there = new Set(recognised.toLowerCase().match(/\p{L}+/gu));
  return words.filter((word) => there.has(word)).length / words.length;
}

const band = ({ page }: Person) => page.locator(".call-captions");
const captionsOf = ({ page }: Person) =>
  page.getByRole("log", { name: /^(Caption history|Historial de subtítulos)$/u }).getByRole("listitem");

/** Corrects the line in Inés's log. */
async function putRight(line: Locator): Promise<void> {
  await line.getByRole("button", { name: "Marcar o corregir" }).click();
  await line.getByRole("button", { name: "Corregir", exact: true }).click();
  const field = line.getByRole("textbox", { name: "Corregir esta línea (inglés)" });
  await field.fill(CORRECTED);
  await field.press("Enter");
}

/** The word for a meeting in Inés's group. */
const TERM = { term: "meeting", language: "en", translations: { es: "asamblea", fr: "assemblée" } };

interface Exported {
  readonly name: string;
  readonly text: string;
  readonly original: { readonly language: string; readonly text: string };
  readonly corrected: { readonly language: string; readonly text: string } | null;
  readonly corrected_by: string | null;
}

test("real speech is captioned, translated and corrected", async ({ app, person, voice }) => {
  const host = await openAccount(app, "ines");
  const link = `${app.url}/m/${await createMeeting(host, "Spring trip")}`;
  const tom = await person({ locale: "en", ownBrowser: true, voice });
  await joinWithChat(tom, link, TOM);
  const ines = await person({ locale: "es" });
  await signIn(ines.page, host);
  await joinWithChat(ines, link, INES);

  await test.step("speech appears in Spanish with its English original", async () => {
    await openCaptionOptions(tom);
    await tom.page.getByRole("radio", { name: /^By Parley/u }).check({ timeout: 20_000 });
    await expect(band(ines)).toContainText(/reunión/u, { timeout: 60_000 });
    // Enough lines were recognised. The recogniser takes one of the two cores, so it stops.
    await tom.page.getByRole("radio", { name: /^Off/u }).check();
    await chooseMoreItem(ines, "more.captionHistory");
    // The first recognised line may be the end of a sentence, because the voice plays from the start.
    const line = captionsOf(ines).filter({ hasText: "reunión" }).first();
    await line.getByText("del inglés").click();
    await expect(line.locator("details p[lang=en]")).toBeVisible();
    const original = (await line.locator("details p").textContent()) ?? "";
    expect(shareOf(SENTENCE, original)).toBeGreaterThanOrEqual(0.8);
    await putRight(line);
  });

  const corrected = (someone: Person) => captionsOf(someone).filter({ hasText: CORRECTED });
  await test.step("a correction reaches everyone, translated", async () => {
    await expect(corrected(ines)).toContainText("once");
    await chooseMoreItem(tom, "more.captionHistory");
    await expect(corrected(tom)).toContainText("Corrected by Inés");
  });

  const other = await ines.openTab();
  await test.step("a glossary term changes earlier and later lines", async () => {
    await openGlossary(other.page);
    await changeTermAndRetranslate(other.page, TERM);
    await expect(corrected(ines).locator("> p[lang=es]")).toHaveText(/asamblea.*once/u);
    for (const { page } of [tom, ines]) await page.keyboard.press("Escape");
    await openChat(tom);
    await openChat(ines);
    await sendMessage(tom, "The meeting is big.");
    await expect(lineWithText(ines, /asamblea/u)).toHaveCount(1);
  });

  await test.step("a late joiner reads all lines in French", async () => {
    const camille = await person({ locale: "en" });
    await joinWithChat(camille, link, CAMILLE);
    await camille.page.getByRole("button", { name: "Catch up" }).click();
    const read = camille.page.getByRole("dialog", { name: "Missed lines" }).locator("p[lang=fr]");
    await expect(read.filter({ hasText: /assemblée.*onze/u })).toHaveCount(1);
    await expect(read.last()).toContainText("assemblée");
  });

  await test.step("the transcript and its files have the same lines", async () => {
    const { page } = other;
    await page.goto("/home");
    await page.getByRole("link", { name: "Spring trip", exact: true }).first().click();
    await page.getByRole("link", { name: "Transcripción", exact: true }).click();
    await page.getByLabel("Idioma", { exact: true }).selectOption("es");
    const row = page.locator("li[id^=line-]").filter({ hasText: CORRECTED });
    await expect(row).toContainText("Corrección de Inés");
    const shown = await page.locator("li[id^=line-] [data-words][lang=es]").allTextContents();
    expect(shown.join("\n")).toMatch(/asamblea.*once/u);
    const file = (format: string) =>
      page.evaluate(
        async (query) => await (await fetch(`${location.pathname}/export?${query}`)).text(),
        `format=${format}&language=es`,
      );
    const { lines }: { lines: Exported[] } = JSON.parse(await file("json"));
    expect(lines.map(({ text }) => text)).toEqual(shown);
    const [changed, ...others] = lines.filter((line) => line.corrected !== null);
    expect(others).toEqual([]);
    expect(changed).toMatchObject({
      name: TOM.name,
      corrected: { language: "en", text: CORRECTED },
      corrected_by: "Inés",
    });
    expect(changed?.original.language).toBe("en");
    expect(changed?.original.text).not.toBe(CORRECTED);
    const cues = [...(await file("vtt")).matchAll(/<v ([^>]*)>(.*?)<\/v>/gsu)];
    const note = `(corregido por Inés; originalmente: «${changed?.original.text}»)`;
    expect(cues.map(([, name, text]) => [name, text])).toEqual(
      lines.map((line) => [line.name, line === changed ? `${line.text}\n${note}` : line.text]),
    );
  });
});
