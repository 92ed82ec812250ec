/** Moderators mute, remove, appoint co-hosts and end the meeting. Others are rejected, whatever they send. */
import { REALTIME_SUBSCRIBE_STATES } from "@supabase/supabase-js";
import postgres from "postgres";
import type { App } from "../support/app.ts";
import { createTestClient } from "../support/client.ts";
import { ONLY_IN_LONG_RUN } from "../support/longRun.ts";
import {
  callRpcDirectly,
  chooseParticipantAction,
  expectInCall,
  hostMeeting,
  joinByLink,
  knockByLink,
  openPeoplePanel,
  participantRow,
  requireKnocking,
  setupThreeInCall,
  tokenOf,
  waitingRoomCard,
} from "../support/moderation.ts";
import type { Person } from "../support/people.ts";
import { expect, test } from "../support/test.ts";
import { expectRemoteVideo, joinCall, lineWithText, openChat, sendMessage } from "../support/userActions.ts";

const english = { locale: "en" } as const;

/** Returns the remote audio that this page may play. */
const audible = ({ page }: Person) =>
  page.evaluate(() => [...document.querySelectorAll("video")].filter((video) => !video.muted).length);

interface Ids {
  meeting: string;
  call: string;
  epoch: number;
}

async function idsOf({ stack }: App, link: string): Promise<Ids> {
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  const code = (link.split("/").at(-1) ?? "").replaceAll("-", "");
  const [ids] = await sql<Ids[]>`
    select m.id as meeting, c.id as call, m.epoch
    from public.meetings m join public.calls c on c.meeting_id = m.id where m.code = ${code} limit 1`;
  await sql.end();
  if (!ids) throw new Error("no such meeting");
  return ids;
}

async function userOf({ stack }: App, name: string, meeting: string): Promise<string> {
  const sql = postgres(stack.adminDatabaseUrl, { max: 1, onnotice: () => {} });
  const [row] = await sql<{ id: string }[]>`
    select user_id as id from public.participants where meeting_id = ${meeting} and display_name = ${name}`;
  await sql.end();
  if (!row) throw new Error(`${name} does not take part`);
  return row.id;
}

test("a muted participant is silent for every receiver", async ({ person }) => {
  const { ana, ben, chloe } = await setupThreeInCall(person);
  await expectRemoteVideo(chloe);
  await expect.poll(() => audible(ana)).toBe(2);
  await expect.poll(() => audible(chloe)).toBe(2);

  await chooseParticipantAction(ana, "Ben", "Mute");
  const row = participantRow(await openPeoplePanel(ana), "Ben");
  await expect(row.getByText("Muted by a host")).toBeVisible();
  await expect.poll(() => audible(ana)).toBe(1);
  await expect.poll(() => audible(chloe)).toBe(1);
  await expect.poll(() => audible(ben)).toBe(2);
  await expect(ben.page.getByText("You were muted by a host.").first()).toBeVisible();

  await chooseParticipantAction(ana, "Ben", "Allow to speak");
  await expect(row.getByText("Muted by a host")).toBeHidden();
  await expect.poll(() => audible(ana)).toBe(2);
  await expect.poll(() => audible(chloe)).toBe(2);
});

test("a removed participant receives nothing more", async ({ app, person }) => {
  const { ana, ben, chloe, link } = await setupThreeInCall(person);
  await expectRemoteVideo(chloe);
  const before = await idsOf(app, link);

  await chooseParticipantAction(ana, "Ben", "Remove from the meeting");
  const question = ana.page.getByRole("alertdialog", { name: "Remove Ben?" });
  await expect(question.getByText("newcomers must ask")).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expectInCall(ben);
  await chooseParticipantAction(ana, "Ben", "Remove from the meeting");
  await question.getByRole("button", { name: "Remove" }).click();

  // The clicked button is gone with the call, so focus and screen reader move to the message.
  await expect(ben.page.getByRole("heading", { name: "You were removed from this meeting." })).toBeFocused();
  for (const other of [ana, chloe]) await expect(other.page.locator("video")).toHaveCount(2);
  await expect(participantRow(await openPeoplePanel(chloe), "Ben")).toBeHidden();

  await test.step("a removed guest receives nothing from topics or rpc", async () => {
    ben.allowConsoleError(/status of 403/u);
    const after = await idsOf(app, link);
    expect(after.epoch).toBe(before.epoch + 1);
    for (const [rpc, args] of [
      ["changes_since", { p_meeting_id: after.meeting, p_after_seq: 0 }],
      ["post_line", { p_line_id: crypto.randomUUID(), p_call_id: after.call, p_language: "en", p_text: "Still here." }],
      ["enter_call", { p_meeting_id: after.meeting, p_peer_id: crypto.randomUUID() }],
      ["raise_hand", { p_meeting_id: after.meeting }],
    ] as const)
      expect({ [rpc]: await callRpcDirectly(ben, app, rpc, args) }).toEqual({ [rpc]: "meeting/removed" });
    expect(await callRpcDirectly(ben, app, "history", { p_call_id: after.call, p_before_seq: null })).toBe(
      "meeting/not-entered",
    );
    const client = createTestClient(app.stack);
    await client.realtime.setAuth(await tokenOf(ben));
    for (const epoch of [before.epoch, after.epoch]) {
      const topic = client.channel(`meeting:${after.meeting}:${epoch}:${after.call}`, { config: { private: true } });
      const status = await new Promise((resolve) => {
        topic.subscribe(resolve);
      });
      expect({ [epoch]: status }).toEqual({ [epoch]: REALTIME_SUBSCRIBE_STATES.CHANNEL_ERROR });
    }
    await client.removeAllChannels();
    await openChat(chloe);
    await sendMessage(chloe, "Only for those who stayed.");
    await openChat(ana);
    await expect(lineWithText(ana, "Only for those who stayed.")).toHaveCount(1);
    expect(await ben.page.content()).not.toContain("Only for those");
  });

  await test.step("a removed guest waits even with fresh cookies", async () => {
    await ben.page.goto(link);
    await expect(ben.page.getByText("You were removed from this meeting.")).toBeVisible();
    await ben.context.clearCookies();
    await knockByLink(ben, link, "Benjamin");
    await expect(waitingRoomCard(ana).getByText("Benjamin wants to join")).toBeVisible();
  });

  await test.step("a readmitted guest keeps their place", async () => {
    const panel = await openPeoplePanel(ana);
    await panel.getByText("not here now").click();
    await panel.getByRole("button", { name: "Let Ben in again" }).click();
    await expect(panel.getByRole("button", { name: "Let Ben in again" })).toBeHidden();
  });
});

test("a co-host admits and mutes but cannot end", async ({ app, person }) => {
  const ana = await person(english);
  const link = await hostMeeting(ana);
  const ben = await person(english);
  await joinByLink(ben, link, "Ben");
  await chooseParticipantAction(ana, "Ben", "Make co-host");
  const panel = await openPeoplePanel(ben);
  await expect(participantRow(panel, "Ben").getByText("Co-host")).toBeVisible();
  await requireKnocking(ana);

  const chloe = await person(english);
  await knockByLink(chloe, link, "Chloé");
  await waitingRoomCard(ben).getByRole("button", { name: "Admit" }).click();
  await expectInCall(chloe);
  await chooseParticipantAction(ben, "Chloé", "Mute");
  await expect(participantRow(panel, "Chloé").getByText("Muted by a host")).toBeVisible();

  ben.allowConsoleError(/status of 403/u);
  const { meeting } = await idsOf(app, link);
  const anasId = await userOf(app, "Ana", meeting);
  for (const [rpc, args, refusal] of [
    ["end_meeting", { p_meeting_id: meeting }, "role/host-needed"],
    ["update_meeting", { p_meeting_id: meeting, p_access: "open" }, "role/host-needed"],
    ["set_role", { p_meeting_id: meeting, p_user_id: anasId, p_role: "guest" }, "role/host-needed"],
    ["mute_participant", { p_meeting_id: meeting, p_user_id: anasId, p_muted: true }, "request/not-allowed"],
    ["remove_participant", { p_meeting_id: meeting, p_user_id: anasId }, "request/not-allowed"],
  ] as const)
    expect({ [rpc]: await callRpcDirectly(ben, app, rpc, args) }).toEqual({ [rpc]: refusal });
  // For a guest, the host's menu offers pinning only.
  await panel.getByRole("button", { name: "Options for Ana" }).click();
  await expect(ben.page.getByRole("menuitem")).toHaveText(["Pin"]);
  await ben.page.keyboard.press("Escape");
  await expect(ben.page.getByRole("menuitem")).toHaveCount(0);
  await expect(panel).toBeVisible();

  await chooseParticipantAction(ana, "Ben", "Remove as co-host");
  await expect(participantRow(panel, "Ben").getByText("Co-host")).toBeHidden();
  expect(await callRpcDirectly(ben, app, "waiting_participants", { p_meeting_id: meeting })).toBe(
    "role/moderator-needed",
  );
});

test("the lock switch follows remote changes", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ana = await person(english);
  const link = await hostMeeting(ana);
  const ben = await person(english);
  await joinByLink(ben, link, "Ben");
  await chooseParticipantAction(ana, "Ben", "Make co-host");
  await expect(participantRow(await openPeoplePanel(ben), "Ben").getByText("Co-host")).toBeVisible();
  const [anas, bens] = await Promise.all(
    [ana, ben].map(async ({ page }) => {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Meeting settings" }).click();
      const lock = page.getByRole("checkbox", { name: /^Lock the meeting/u });
      await expect(lock).not.toBeChecked();
      return { lock, press: () => page.getByText("Lock the meeting").click() };
    }),
  );
  if (anas === undefined || bens === undefined) throw new Error("two of them opened it");
  await anas.press();
  for (const { lock } of [anas, bens]) await expect(lock).toBeChecked();
  await bens.press();
  for (const { lock } of [anas, bens]) await expect(lock).not.toBeChecked();
  await anas.press();
  for (const { lock } of [anas, bens]) await expect(lock).toBeChecked();
});

test("a guest's forged moderation calls are rejected", ONLY_IN_LONG_RUN, async ({ app, person }) => {
  const ana = await person(english);
  const link = await hostMeeting(ana);
  const ben = await person(english);
  await joinByLink(ben, link, "Ben");
  ben.allowConsoleError(/status of 403/u);
  const { meeting } = await idsOf(app, link);
  const anasId = await userOf(app, "Ana", meeting);
  const meant = { p_meeting_id: meeting, p_user_id: anasId };
  for (const [rpc, args, refusal] of [
    ["waiting_participants", { p_meeting_id: meeting }, "role/moderator-needed"],
    ["admit", meant, "role/moderator-needed"],
    ["admit_all", { p_meeting_id: meeting, p_user_ids: [] }, "role/moderator-needed"],
    ["deny", meant, "role/moderator-needed"],
    ["mute_participant", { ...meant, p_muted: true }, "role/moderator-needed"],
    ["remove_participant", meant, "role/moderator-needed"],
    ["set_meeting_locked", { p_meeting_id: meeting, p_locked: true }, "role/moderator-needed"],
    ["rotate_code", { p_meeting_id: meeting }, "role/moderator-needed"],
    ["lower_hand", meant, "role/moderator-needed"],
    ["set_role", { ...meant, p_role: "co-host" }, "role/host-needed"],
    ["update_meeting", { p_meeting_id: meeting, p_title: "Mine" }, "role/host-needed"],
    ["end_meeting", { p_meeting_id: meeting }, "role/host-needed"],
  ] as const)
    expect({ [rpc]: await callRpcDirectly(ben, app, rpc, args) }).toEqual({ [rpc]: refusal });
  // The request had no effect.
  await expectInCall(ana);
  expect(new URL(link).pathname).toBe(new URL(ana.page.url()).pathname);
});

test("a returning host keeps the role", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ana = await person(english);
  const link = await hostMeeting(ana);
  const ben = await person(english);
  await joinByLink(ben, link, "Ben");
  await ana.page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(ana.page.getByText("You left the meeting")).toBeVisible();
  await ana.page.goto(link);
  await joinCall(ana);
  const panel = await openPeoplePanel(ana);
  await expect(participantRow(panel, "Ana").getByText("Host")).toBeVisible();
  await chooseParticipantAction(ana, "Ben", "Mute");
  await expect(participantRow(panel, "Ben").getByText("Muted by a host")).toBeVisible();
});

test("a failed action is reported and can be retried", ONLY_IN_LONG_RUN, async ({ person }) => {
  const ana = await person(english);
  const link = await hostMeeting(ana);
  const ben = await person(english);
  await joinByLink(ben, link, "Ben");
  ana.allowConsoleError(/ERR_FAILED/u);
  await ana.page.route("**/rpc/mute_participant", (route) => route.abort());
  await chooseParticipantAction(ana, "Ben", "Mute");
  const panel = await openPeoplePanel(ana);
  await expect(panel.getByRole("alert")).toContainText("You are offline.");
  await ana.page.unroute("**/rpc/mute_participant");
  await chooseParticipantAction(ana, "Ben", "Mute");
  await expect(panel.getByRole("alert")).toBeHidden();
  await expect(participantRow(panel, "Ben").getByText("Muted by a host")).toBeVisible();
});

test("ending for all notifies everybody and closes the meeting", async ({ person }) => {
  const ana = await person(english);
  const link = await hostMeeting(ana);
  const ben = await person(english);
  await joinByLink(ben, link, "Ben");
  await ana.page.getByRole("button", { name: "More", exact: true }).click();
  await ana.page.getByRole("menuitem", { name: "Meeting settings" }).click();
  const settings = ana.page.getByRole("dialog", { name: "Meeting settings" });
  await settings.getByRole("button", { name: "End for all" }).click();
  const question = ana.page.getByRole("alertdialog", { name: "End the meeting for everyone?" });
  await expect(question.getByText("One other person is in the meeting.")).toBeVisible();
  await question.getByRole("button", { name: "End for all" }).click();
  for (const participant of [ana, ben])
    await expect(participant.page.getByRole("heading", { name: "The meeting has ended" })).toBeFocused();
  ben.allowConsoleError(/status of 410/u);
  await ben.page.goto(link);
  await expect(ben.page.getByText("This meeting has ended.")).toBeVisible();
});
