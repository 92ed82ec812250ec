/** Moderators admit and deny visitors who knock, and lock the meeting. */

import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import {
  expectInCall,
  hostMeeting,
  joinByLink,
  knockByLink,
  openPeoplePanel,
  openShare,
  requireKnocking,
  waitingRoomCard,
  waitUntilStable,
} from "../support/moderation.ts";
import { expect, test } from "../support/test.ts";
import { expectRemoteVideo, fillPreJoin, joinCall } from "../support/userActions.ts";

const english = { locale: "en" } as const;

test("admits from the card, with retry after failure", async ({ person }) => {
  const ana = await person(english);
  const link = await hostMeeting(ana);
  await requireKnocking(ana);

  const ben = await person(english);
  await ben.page.goto(link);
  await fillPreJoin(ben, { name: "Ben", speaks: "ar", reads: "fr" });
  await ben.page.getByRole("button", { name: "Ask to join" }).click();
  const card = waitingRoomCard(ana);
  await expect(card.getByText("Ben wants to join")).toBeVisible();
  await expect(card.locator('bdi[lang="ar"][dir="rtl"]')).toHaveText("العربية");
  await expect(card.locator('bdi[lang="fr"]')).toHaveText("Français");
  await expect(ana.page.getByRole("status").filter({ hasText: "Ben wants to join" })).toHaveCount(1);

  ana.allowConsoleError(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/u);
  await ana.page.route("**/rpc/admit", (route) => route.abort());
  await card.getByRole("button", { name: "Admit" }).click();
  await expect(card.getByRole("alert")).toContainText("You are offline.");
  await expect(card.getByText("Ben wants to join")).toBeVisible();
  await ana.page.unroute("**/rpc/admit");
  await card.getByRole("button", { name: "Admit" }).click();
  await expectInCall(ben);
  await expect(card).toBeHidden();
  await expectRemoteVideo(ana);
});

test("denies one and admits several at once", async ({ person }) => {
  const ana = await person(english);
  const link = await hostMeeting(ana);
  await requireKnocking(ana);
  const ben = await person(english);
  await knockByLink(ben, link, "Ben");
  const card = waitingRoomCard(ana);
  await card.getByRole("button", { name: "Deny" }).click();
  await expect(ben.page.getByRole("heading", { name: "You were not admitted" })).toBeVisible();
  await expect(card).toBeHidden();

  const chloe = await person(english);
  const dora = await person(english);
  await knockByLink(chloe, link, "Chloé");
  await knockByLink(dora, link, "Dora");
  await expect(card.getByRole("button", { name: "1 more person is waiting" })).toBeVisible();
  const panel = await openPeoplePanel(ana);
  await expect(panel.getByRole("button", { name: "Admit Chloé" })).toBeVisible();
  await expect(panel.getByRole("button", { name: "Admit Dora" })).toBeVisible();
  await waitUntilStable(ana);
  await panel.getByRole("button", { name: "Admit all (2)" }).click();
  await expectInCall(chloe);
  await expectInCall(dora);
  await expect(panel.getByRole("button", { name: "Admit Dora" })).toBeHidden();
});

test("a withdrawn knock leaves the card", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ana = await person(english);
  const link = await hostMeeting(ana);
  await requireKnocking(ana);
  const ben = await person(english);
  await knockByLink(ben, link, "Ben");
  await expect(waitingRoomCard(ana)).toBeVisible();
  await ben.page.getByRole("button", { name: "Stop waiting" }).click();
  await expect(waitingRoomCard(ana)).toBeHidden();
});

test("a lock keeps newcomers out and lets members return", async ({ person }) => {
  const ana = await person(english);
  const link = await hostMeeting(ana);
  const ben = await person(english);
  await joinByLink(ben, link, "Ben");
  const sheet = await openShare(ana);
  await sheet
    .getByRole("switch", { name: /^Lock the meeting/u })
    .or(sheet.getByText("Lock the meeting"))
    .first()
    .click();
  await sheet.getByRole("button", { name: "Close" }).click();
  const benSheet = await openShare(ben);
  await expect(benSheet.getByText("The meeting is locked. Nobody new can join.")).toBeVisible();

  const eve = await person(english);
  eve.allowConsoleError(/status of 423/u);
  await eve.page.goto(link);
  await expect(eve.page.getByText("This meeting is locked.")).toBeVisible();
  await expect(waitingRoomCard(ana)).toBeHidden();

  await ben.page.reload();
  await joinCall(ben);
  await expectInCall(ben);
});
