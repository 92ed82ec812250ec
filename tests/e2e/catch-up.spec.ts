/** People who join late or were absent read what they missed in their own language, translated by the real Apertium. */
import { expectAccessible } from "../support/axe.ts";
import { composerField, INES, joinInesAndTom, joinWithChat, type MakePerson, TOM } from "../support/chat.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import { callRpcDirectly, hostMeeting } from "../support/moderation.ts";
import type { Person } from "../support/people.ts";
import { createRealtimeSwitch } from "../support/realtimeOutage.ts";
import { expect, test } from "../support/test.ts";
import { expectJoined, lineWithText, openChat, openMeeting, sendMessage } from "../support/userActions.ts";

const CAMILLE = { name: "Camille", speaks: "fr", reads: "fr" };

const offer = ({ page }: Person) => page.getByText(/^(You missed|Te perdiste)/u);
const missed = ({ page }: Person) => page.getByRole("dialog", { name: "Missed lines" });

/** Marks the newest line by its key. */
async function markNewest({ page }: Person, key: "d" | "q"): Promise<void> {
  await page.getByRole("region", { name: "Controles de la llamada" }).getByRole("button").first().focus();
  await page.keyboard.press(key);
}

/** Inés is in a meeting with the chat open. Tom has not joined, and his connection can be cut. */
async function inesAndTomsLine(person: MakePerson) {
  const ines = await person({ locale: "es" });
  const tom = await person({ locale: "en" });
  tom.allowConsoleError(/WebSocket/u);
  const realtime = await createRealtimeSwitch(tom.context);
  const link = await openMeeting(ines);
  await joinWithChat(ines, link, INES);
  await openChat(ines);
  return { ines, tom, realtime, link };
}

test("a late joiner reads marks and lines in their language", async ({ person }) => {
  const { ines, tom, link } = await joinInesAndTom(person);
  await sendMessage(ines, "La casa es grande.");
  await expect(lineWithText(tom, "The house is big.")).toHaveCount(1);
  await markNewest(ines, "d");
  await expect(lineWithText(tom, "The house is big.")).toContainText("Decision");
  await sendMessage(tom, "I have the map.");
  await expect(lineWithText(ines, "Tengo el mapa.")).toHaveCount(1);
  await sendMessage(ines, "El perro blanco come.");
  await expect(lineWithText(tom, "The white dog eats.")).toHaveCount(1);

  const camille = await person({ locale: "en" });
  await joinWithChat(camille, link, CAMILLE);
  const { page } = camille;
  await expect(offer(camille)).toHaveText("You missed 3 lines.");
  await page.getByRole("button", { name: "Catch up" }).press("Enter");
  const marked = missed(camille).getByRole("region", { name: "Marked" });
  await expect(marked.getByRole("listitem")).toHaveCount(1);
  await expect(marked).toContainText("Decision");
  await expect(marked).toContainText("Inés");
  await expect(marked.locator("[lang=fr]")).toHaveText("La maison est grande.");
  const lines = missed(camille).getByRole("region", { name: "All missed lines" });
  await expect(lines.locator("p[lang=fr]")).toHaveText([
    "La maison est grande.",
    "J'ai la carte.",
    "Le chien blanc mange.",
  ]);
  await expect(lines.getByText("I have the map.")).toBeHidden();
  await lines.getByText("from English").click();
  await expect(lines.getByText("I have the map.")).toBeVisible();

  // New lines follow while they read.
  await sendMessage(ines, "La puerta es blanca.");
  await expect(lines).toContainText("La porte est blanche.");
  await expect(missed(camille).getByRole("status")).toContainText("You are up to date.");
  await expectAccessible(page, "what was missed");
  await page.getByRole("button", { name: "Back to the call" }).press("Enter");
  await expect(missed(camille)).toBeHidden();
  await expect(offer(camille)).toHaveCount(0);
  await expect(composerField(camille)).toBeFocused();

  // After it was read, another page of theirs does not offer it again. A person who was present never got an offer.
  const request = page.waitForRequest(/\/rpc\/changes_since$/u);
  await page.reload();
  await joinWithChat(camille, link, CAMILLE);
  await request;
  await openChat(camille);
  await expect(lineWithText(camille, "La porte est blanche.")).toHaveCount(1);
  // Earlier lines are not announced as news either.
  await expect(page.getByRole("status").filter({ hasText: "La maison est grande." })).toHaveCount(0);
  const offered = () => Promise.all([camille, ines, tom].map((participant) => offer(participant).allTextContents()));
  await expect.poll(offered).toEqual([[], [], []]);
});

test("an outage offers only the missed lines, once", async ({ person }) => {
  const { ines, tom, realtime, link } = await inesAndTomsLine(person);
  await joinWithChat(tom, link, TOM);
  await openChat(tom);
  await sendMessage(ines, "La casa es grande.");
  await expect(lineWithText(tom, "The house is big.")).toHaveCount(1);

  await realtime.down();
  const began = Date.now();
  await sendMessage(ines, "El perro blanco come.");
  await sendMessage(ines, "La puerta es blanca.");
  await expect(tom.page.getByText(/Reconnecting/u).first()).toBeVisible();
  // This wait is the duration of the outage.
  await expect.poll(() => Date.now() - began, { timeout: 30_000 }).toBeGreaterThan(16_000);
  realtime.up();
  await expect(offer(tom)).toHaveText("You missed 2 lines.", { timeout: 40_000 });
  await tom.page.getByRole("button", { name: "Catch up" }).click();
  const lines = missed(tom).getByRole("region", { name: "All missed lines" });
  await expect(lines.locator("p[lang=en]")).toHaveText(["The white dog eats.", "The door is white."]);
  await expect(missed(tom).getByRole("region", { name: "Marked" })).toHaveCount(0);

  // Closed before the end, it is offered again where the keyboard focus was. After a decline it is not.
  await tom.page.keyboard.press("Escape");
  await expect(missed(tom)).toBeHidden();
  await expect(tom.page.getByRole("button", { name: "Catch up" })).toBeFocused();
  await tom.page.getByRole("button", { name: "Dismiss" }).click();
  await expect(offer(tom)).toHaveCount(0);
  await tom.page.reload();
  const history = tom.page.waitForResponse(/\/rpc\/history$/u);
  await joinWithChat(tom, link, TOM);
  await history;
  await openChat(tom);
  await expect(lineWithText(tom, "The door is white.")).toHaveCount(1);
  for (const participant of [ines, tom]) await expect(offer(participant)).toHaveCount(0);
});

test("an outage right after returning offers only missed lines", ONLY_IN_LONG_RUN, async ({ person }) => {
  const { ines, tom, realtime, link } = await inesAndTomsLine(person);
  await joinWithChat(tom, link, TOM);
  await expectJoined(tom);
  await openChat(tom);
  await sendMessage(ines, "La casa es grande.");
  await expect(lineWithText(tom, "The house is big.")).toHaveCount(1);
  await tom.page.reload();
  const history = tom.page.waitForResponse(/\/rpc\/history$/u);
  await joinWithChat(tom, link, TOM);
  await history;
  await realtime.down();
  const began = Date.now();
  await expect(tom.page.getByText(/Reconnecting/u).first()).toBeVisible();
  await sendMessage(ines, "La puerta es blanca.");
  // This wait is the duration of the outage.
  await expect.poll(() => Date.now() - began, { timeout: 30_000 }).toBeGreaterThan(12_000);
  realtime.up();
  await expect(offer(tom)).toHaveText("You missed 1 line.", { timeout: 40_000 });
});

test("a meeting that keeps nothing offers nothing", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const ana = await person({ locale: "en" });
  const entered = ana.page.waitForResponse(/\/rpc\/enter_call$/u);
  const link = await hostMeeting(ana);
  const { meeting } = await (await entered).json();
  expect(await callRpcDirectly(ana, app, "update_meeting", { p_meeting_id: meeting.id, p_keep: "nothing" })).toBe(
    "done",
  );
  await openChat(ana);
  await sendMessage(ana, "I have the map.");
  await expect(lineWithText(ana, "I have the map.")).not.toContainText("Sending");
  const ben = await person({ locale: "en" });
  await joinWithChat(ben, link, { name: "Ben", speaks: "en", reads: "en" });
  // It was opened, and its last line is stored as seen.
  await ben.page.waitForFunction(() => localStorage.getItem("parley.seen") !== null);
  await expect(ben.page.getByRole("button", { name: "Leave", exact: true })).toBeVisible();
  await expect(offer(ben)).toHaveCount(0);
});
