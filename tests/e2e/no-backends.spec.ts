/** Parley without engine, recogniser, model and relay. The room works and shows what is missing where users need it. */
import { createMeeting, openAccount, signIn } from "../support/accounts.ts";
import { startApp } from "../support/app.ts";
import { composerField, INES, joinWithChat, TOM } from "../support/chat.ts";
import { renderedVideo, watchConnections } from "../support/media.ts";
import { openPeoplePanel, participantRow } from "../support/moderation.ts";
import type { Person } from "../support/people.ts";
import { button } from "../support/screens.ts";
import { expect, test as withApp } from "../support/test.ts";
import {
  chooseMoreItem,
  expectJoined,
  expectRemoteVideo,
  lineWithText,
  openCaptionOptions,
  openChat,
  sendMessage,
} from "../support/userActions.ts";

const test = withApp.extend({
  app: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern.
    async ({}, use) => {
      const app = await startApp({ translates: false });
      await use(app);
      await app.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

const AS_WRITTEN = "There is no translation service here. Messages are shown as they were written.";
const REASON = "in Spanish, translation is unavailable right now";
/** The timeout for a browser's own translator that never starts: it gets several seconds, once. */
const LATE = { timeout: 20_000 };
const band = ({ page }: Person) => page.locator(".call-captions");

test("a call works without optional backends and names them", async ({ app, person }) => {
  const host = await openAccount(app, "tom");
  const link = `${app.url}/m/${await createMeeting(host, "Spring trip")}`;
  const tom = await person({ locale: "en" });
  const ines = await person({ locale: "es" });
  await test.step("the pre-join page promises no translation", async () => {
    // A function that is still starting may miss the deadline, and then the pre-join page cannot know.
    await expect(async () => {
      await tom.page.goto(link);
      await expect(tom.page.getByText(AS_WRITTEN)).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await signIn(tom.page, host);
    await tom.page.reload();
    await joinWithChat(tom, link, TOM);
    await expectJoined(tom);
    await ines.page.goto(link);
    await expect(ines.page.getByText("Tom Whitaker lee English", { exact: false })).toContainText(
      "Aquí no hay servicio de traducción",
    );
    await joinWithChat(ines, link, INES);
  });
  await expectRemoteVideo(tom);
  await expectRemoteVideo(ines);
  expect(await renderedVideo(tom, INES.name)).toMatchObject({ audioTracks: 1, muted: false });
  expect(await renderedVideo(ines, TOM.name)).toMatchObject({ audioTracks: 1, muted: false });

  // Ben's network allows relayed connections only, and there is no relay.
  const ben = await person({ locale: "en" });
  await watchConnections(ben, { relayOnly: true });
  await joinWithChat(ben, link, { name: "Ben", speaks: "en", reads: "en" });

  await test.step("the empty chat and people panel promise no translation", async () => {
    await openChat(tom);
    await expect(tom.page.getByText("Everyone reads your messages as you write them.")).toBeVisible();
    await expect(composerField(tom)).toHaveAccessibleDescription(`${AS_WRITTEN} No translation into Español`);
    const panel = await openPeoplePanel(tom);
    await expect(panel).toContainText("Messages here are read in:");
    await expect(panel).toContainText(AS_WRITTEN);
  });

  await test.step("lines arrive untranslated with the reason", async () => {
    await openChat(ines);
    await openChat(tom);
    await sendMessage(ines, "La casa es grande.");
    await expect(lineWithText(tom, "La casa es grande.")).toContainText(REASON, LATE);
    await tom.page.getByRole("log", { name: "Messages" }).focus();
    await tom.page.keyboard.press("d");
    await expect(lineWithText(ines, "La casa es grande.")).toContainText("Decisión");
  });

  await test.step("every caption source but typing is unavailable", async () => {
    await openCaptionOptions(ines);
    const dialog = ines.page.getByRole("dialog", { name: "Subtítulos" });
    await expect(dialog.getByRole("radio", { disabled: true })).toHaveCount(4);
    await expect(dialog.getByText("Ninguna fuente de subtítulos", { exact: false })).toContainText(
      "Alguien puede escribirlos por ti.",
    );
    await expect(dialog.getByText("No disponible aquí", { exact: false })).toHaveCount(3);
    const typist = dialog.getByRole("combobox", { name: "Alguien escribe mis subtítulos" });
    await typist.selectOption({ label: TOM.name });
    const typing = tom.page.getByRole("textbox", { name: "Type captions for Inés" });
    await typing.fill("La puerta es blanca.");
    await typing.press("Enter");
    await expect(band(ines)).toContainText("La puerta es blanca.");
    await expect(band(tom)).toContainText(REASON);
    await chooseMoreItem(tom, "more.captionHistory");
    const log = tom.page.getByRole("log", { name: "Caption history" });
    await expect(log.getByRole("listitem")).toContainText(["La puerta es blanca."]);
    await expect(log).toContainText(REASON);
    await tom.page.keyboard.press("Escape");
  });

  await test.step("the people panel shows coverage and caption sources", async () => {
    const panel = await openPeoplePanel(tom);
    await expect(panel).toContainText("not from Spanish, translation is unavailable right now");
    await expect(participantRow(panel, INES.name)).toContainText("Captions are typed by Tom Whitaker.");
    await expect(participantRow(panel, "(you)")).toContainText("No captions for this voice.");
  });

  await test.step("a participant without video sees why and reads along", async () => {
    await expect(ben.page.getByText("No video or audio from here.", { exact: false }).first()).toBeVisible({
      timeout: 40_000,
    });
    await openChat(ben);
    await sendMessage(ben, "Can you read this?");
    await openChat(tom);
    await expect(lineWithText(tom, "Can you read this?")).toHaveCount(1);
    await expect(band(ben)).toBeAttached();
  });

  await test.step("recap and transcript lack only the model's text", async () => {
    const { page } = tom;
    await button(page, "Leave").click();
    await page.getByRole("link", { name: "See the recap" }).click();
    const part = (name: string) => page.getByRole("region", { name, exact: true });
    await expect(part("Attendance").getByRole("listitem")).toHaveCount(3);
    await expect(part("Outcomes").getByRole("listitem")).toContainText(["La casa es grande."]);
    await expect(part("Outcomes")).toContainText("In Spanish, not translated");
    await expect(part("Talk time")).toContainText(INES.name);
    await expect(page.getByRole("heading", { name: "Summary" })).toHaveCount(0);
    await page.getByRole("link", { name: "Transcript", exact: true }).click();
    const row = page.locator("li[id^=line-]").filter({ hasText: "La puerta es blanca." });
    await expect(row).toContainText("In Spanish, not translated");
    await expect(row).toContainText("Typed by Tom Whitaker");
  });
});
