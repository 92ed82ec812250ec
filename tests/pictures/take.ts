/**
 * `npm run docs:pictures`: takes the README's pictures from a real call of three people, with a fourth in the waiting room, and
 * from a first meeting of two.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { killOnExit } from "../../scripts/lib/childProcesses.ts";
import { ROOT } from "../../scripts/lib/paths.ts";
import { signIn } from "../support/accounts.ts";
import { buildForTests, startApp } from "../support/app.ts";
import { expect } from "../support/expect.ts";
import { openPeoplePanel } from "../support/moderation.ts";
import { arrive, launchBrowser, type Person, type PersonOptions } from "../support/people.ts";
import { emitSentence, expectListening, giveScriptedRecogniser } from "../support/scriptedRecogniser.ts";
import {
  expectRemoteVideo,
  fillPreJoin,
  joinCall,
  lineWithText,
  openChat,
  openMeeting,
  type ParticipantChoices,
  sendMessage,
  text,
} from "../support/userActions.ts";
import { openWaitingRoom } from "../support/waitingRoom.ts";
import { type PortraitName, writePortraitVideo } from "./portraits.ts";

const OUT = join(ROOT, "docs/pictures");
const DESKTOP = { width: 1440, height: 900 };
const HALF = { width: 960, height: 600 };
const PHONE = { width: 390, height: 800 };

const FRENCH_LINE = "Le livre est sur la table.";

const PEOPLE = {
  ines: { name: "Inés", speaks: "es", reads: "es" },
  camille: { name: "Camille", speaks: "fr", reads: "fr" },
  tom: { name: "Tom", speaks: "en", reads: "en" },
  omar: { name: "Omar Haddad", speaks: "ar", reads: "ar" },
} as const satisfies Record<PortraitName, ParticipantChoices>;

await buildForTests();
const app = await startApp();
const videos = await mkdtemp(join(tmpdir(), "parley-pictures-"));
/** Draws the portraits and puts pictures side by side. */
const artist = await launchBrowser({ light: true });
const browsers: Browser[] = [artist];
const close = async () => {
  for (const browser of browsers) await browser.close();
  await app.close();
  await rm(videos, { recursive: true, force: true });
};
killOnExit(close);

/** Opens a person whose camera shows their portrait. */
async function openPerson(name: PortraitName, options: Omit<PersonOptions, "url" | "browser">): Promise<Person> {
  const camera = join(videos, `${name}.mjpeg`);
  await writePortraitVideo(artist, name, camera);
  const browser = await launchBrowser({ camera });
  browsers.push(browser);
  return arrive({ ...options, url: app.url, browser });
}

/** Takes a picture without tooltips, which hover and focus show. */
async function shoot(page: Page): Promise<Buffer> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  return page.screenshot({ animations: "disabled" });
}
const save = (name: string, picture: Buffer) => writeFile(join(OUT, `${name}.png`), picture);

/** Saves two pictures of the same height side by side. */
async function saveBeside(name: string, size: { width: number; height: number }, pictures: readonly Buffer[]) {
  const page = await artist.newPage({ viewport: { ...size, width: size.width * pictures.length } });
  const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture.toString("base64")}">`);
  await page.setContent(`<body style="margin:0;display:flex">${images.join("")}</body>`);
  await save(name, await page.screenshot());
  await page.close();
}

async function takeCall(): Promise<void> {
  const meeting = await openWaitingRoom(app, { title: "Spring trip, class 4B" });
  const ines = await openPerson("ines", { locale: "es", viewport: DESKTOP });
  await giveScriptedRecogniser(ines);
  await signIn(ines.page, meeting.host);
  await ines.page.goto(meeting.link);
  await fillPreJoin(ines, PEOPLE.ines);
  await joinCall(ines);

  const knock = async (person: Person, name: PortraitName) => {
    await person.page.goto(meeting.link);
    await fillPreJoin(person, PEOPLE[name]);
    await person.page.getByRole("button", { name: await text(person.page, "prejoin.ask"), exact: true }).click();
    await expect.poll(meeting.waiting).toEqual([PEOPLE[name].name]);
  };
  /** Knocks, lets the host admit the person, and returns their user id. */
  const enter = async (person: Person, name: PortraitName) => {
    await knock(person, name);
    const id = await meeting.decide("admit");
    await expect(person.page.getByRole("button", { name: await text(person.page, "call.leave") })).toBeVisible();
    return id;
  };
  const tom = await openPerson("tom", { locale: "en", viewport: DESKTOP });
  const tomId = await enter(tom, "tom");
  const camille = await openPerson("camille", { locale: "en", viewport: PHONE, touch: true });
  await enter(camille, "camille");
  for (const person of [ines, tom, camille]) await expectRemoteVideo(person);

  await expectListening(ines);
  const caption = async (reader: Person, translation: string) => {
    await emitSentence(ines, "Mi hermano vive en una casa grande.");
    await expect(reader.page.locator(".call-captions")).toContainText(translation);
  };
  for (const person of [ines, tom]) await openChat(person);
  await sendMessage(tom, "I have the map.");
  await sendMessage(ines, "La casa es grande y la puerta es blanca.");
  await expect(lineWithText(tom, "The house is big")).toBeVisible();
  await openChat(camille);
  // On a phone, Enter makes a second line.
  await camille.page.getByLabel(await text(camille.page, "chat.message"), { exact: true }).fill(FRENCH_LINE);
  await camille.page.getByRole("button", { name: await text(camille.page, "chat.send"), exact: true }).click();
  await expect(lineWithText(tom, "The book is on the table")).toBeVisible();
  await sendMessage(tom, "My friend has a red car.");
  await expect(lineWithText(camille, "Mon ami a une voiture rouge")).toBeVisible();
  const chat = await shoot(camille.page);
  await camille.page.getByRole("button", { name: await text(camille.page, "action.close"), exact: true }).click();
  // By key: with four videos in software, a menu would be slow.
  await camille.page.keyboard.press("h");
  await caption(camille, "Mon frère");
  await saveBeside("phone", PHONE, [await shoot(camille.page), chat]);

  const omar = await openPerson("omar", { locale: "ar", viewport: DESKTOP });
  await knock(omar, "omar");
  await expect(omar.page.getByRole("heading", { name: await text(omar.page, "waiting.title") })).toBeVisible();
  await save("waiting", await shoot(omar.page));
  await meeting.call("set_role", { p_meeting_id: meeting.id, p_user_id: tomId, p_role: "co-host" });
  await expect(tom.page.getByText("Omar Haddad").first()).toBeVisible();
  await lineWithText(tom, "The book is on the table").getByRole("button", { name: "from French" }).click();
  await caption(tom, "My brother");
  await save("call", await shoot(tom.page));
  await openPeoplePanel(tom);
  await caption(tom, "My brother");
  await save("people", await shoot(tom.page));
}

/** A first meeting: a Spanish line, read in English. */
async function takeFirstLine(): Promise<void> {
  const tom = await openPerson("tom", { locale: "en", viewport: HALF });
  const link = await openMeeting(tom);
  await fillPreJoin(tom, PEOPLE.tom);
  await joinCall(tom);
  const ines = await openPerson("ines", { locale: "es", viewport: HALF });
  await ines.page.goto(link);
  await fillPreJoin(ines, PEOPLE.ines);
  await joinCall(ines);
  for (const person of [tom, ines]) await openChat(person);
  await sendMessage(ines, "Mi hermana tiene un coche rojo. La casa es grande y blanca.");
  await expect(lineWithText(tom, "red car")).toBeVisible({ timeout: 30_000 });
  await saveBeside("first-line", HALF, [await shoot(ines.page), await shoot(tom.page)]);
}

try {
  await takeFirstLine();
  await takeCall();
} finally {
  await close();
}
process.exit(0);
