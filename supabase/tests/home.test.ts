/** The home page: its meetings, their last calls and outcomes, and the names of meetings without a title. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { home, meetingPage } from "#contracts/account.ts";
import { ownColour } from "#contracts/colours.ts";
import { HOME } from "#contracts/homeLimits.ts";
import { meetingLookup } from "#contracts/meetings.ts";
import { captionActions } from "./support/captions.ts";
import { account, addMember, agePeers, enterCall, join, knock, person, room, workspaceOf } from "./support/fixtures.ts";
import { glossaryActions } from "./support/glossary.ts";
import { type DatabaseCaller, emptyResult, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { say, mark, scene, summaryOf, callIsOver } = captionActions(db);
const { save } = glossaryActions(db);
const homeOf = (who: DatabaseCaller) => db.rpc(who, "home", {}, home);
const meetingIds = async (who: DatabaseCaller) => (await homeOf(who)).meetings.map(({ meeting_id }) => meeting_id);

test("lists the chosen workspace first", async () => {
  const ana = await account(db);
  const [first, chosen] = [await workspaceOf(db, ana), await workspaceOf(db, await account(db))];
  await addMember(db, chosen, ana, "member");
  const ids = async () => (await homeOf(ana)).workspaces.map(({ id }) => id);
  expect(await ids()).toEqual([first, chosen]);
  await db.rpc(ana, "choose_workspace", { p_workspace_id: chosen }, emptyResult);
  expect(await ids()).toEqual([chosen, first]);
});

test("lists decisions and open tasks, the newest first", async () => {
  const { host, ana, bob } = await scene();
  const decision = await say(ana, { text: "el lunes" });
  await mark(ana, decision.id, "decision");
  const task = await say(ana, { text: "llamo" });
  await mark(ana, task.id, "task", { assignee_id: bob.id });
  const done = await say(ana, { text: "hecho" });
  await mark(ana, done.id, "task", { done: true });
  await mark(ana, (await say(ana, { text: "¿cuándo?" })).id, "question");
  await db.admin`
    insert into public.translations (line_id, revision, language, status, text, lease_until)
    values (${task.id}, 1, 'en', 'ready', 'I call', now())`;

  const { meetings, outcomes } = await homeOf(bob);
  expect(meetings[0]?.last_call).toMatchObject({ id: ana.call, ended_at: null, decisions: 1, tasks: 2 });
  expect(outcomes).toMatchObject([
    { line_id: task.id, kind: "task", mine: true, who: "Bob", text: "llamo", translation: "I call", reads: "en" },
    { line_id: decision.id, kind: "decision", mine: false, who: null, text: "el lunes", translation: null },
  ]);
  expect((await homeOf(host)).outcomes).toMatchObject([{ mine: false }, { mine: false }]);
  await callIsOver(ana.call);
  expect((await homeOf(bob)).meetings[0]?.last_call?.ended_at).not.toBeNull();
});

test("shows no outcomes of a call that others attended", async () => {
  const { place, ana } = await scene();
  await mark(ana, (await say(ana)).id, "decision");
  const eve = await person(db);
  await knock(db, eve, place.code);
  const { meetings, outcomes } = await homeOf(eve);
  expect(meetings).toMatchObject([{ meeting_id: place.id, last_call: null }]);
  expect(outcomes).toEqual([]);
});

test("a meeting's page has its calls with people", async () => {
  const { place, host, ana, bob } = await scene();
  await mark(ana, (await say(ana)).id, "task", { done: true });
  const line = await say(ana);
  await mark(ana, line.id, "task");
  await db.admin`
    insert into public.summaries (
      call_id, made_of, language, lines_read, lines_all, model, made_at, claimed_of, status, attempts, lease_until
    ) values (${ana.call}, 1, 'es', 2, 2, 'm', now(), 1, 'ready', 1, now())`;
  await db.admin`
    insert into public.summary_sentences (call_id, number, text, line_ids, translations)
    values (${ana.call}, 1, 'Salen.', ${[line.id]}, '{"en": "They leave."}'), (${ana.call}, 2, 'Vuelven.', ${[line.id]}, '{}')`;
  const page = (who: DatabaseCaller) => db.rpc(who, "meeting_page", { p_meeting_id: place.id }, meetingPage);
  const shown = await page(bob);
  expect(shown).toMatchObject({ title: "Trip", code: place.code, ended: false, inside: 2, people_count: 2 });
  expect(shown.people.map(({ display_name }) => display_name)).toEqual(["Ana", "Bob"]);
  expect(shown.calls).toMatchObject([
    { id: ana.call, tasks: 2, open_tasks: 1, decisions: 0, people_count: 2, summary: { translation: "They leave." } },
  ]);
  expect((await page(host)).calls[0]?.summary).toEqual({ text: "Salen.", language: "es", translation: null });
  const workspace = await workspaceOf(db, host);
  await save(host, workspace);
  expect((await page(host)).glossary).toEqual({ workspace_id: workspace, terms: 1 });
  expect(shown.glossary).toBeNull();
  const eve = await person(db);
  await knock(db, eve, place.code);
  expect(await page(eve)).toMatchObject({ calls: [], glossary: null });
  expect(await rejectionCode(page(await person(db)))).toBe("request/not-found");
});

test("lists a limited number of outcomes", async () => {
  const { ana } = await scene();
  for (let count = 0; count <= HOME.homePageOutcomes; count++) await mark(ana, (await say(ana)).id, "decision");
  const { meetings, outcomes } = await homeOf(ana);
  expect(outcomes).toHaveLength(HOME.homePageOutcomes);
  expect(meetings[0]?.last_call?.decisions).toBe(HOME.homePageOutcomes + 1);
});

test("names the host of a meeting everywhere", async () => {
  const host = await account(db);
  const meeting = await room(db, null, host);
  const found = (who: DatabaseCaller) => db.rpc(who, "find_meeting", { p_code: meeting.code }, meetingLookup);
  expect(await found(host)).toMatchObject({ title: null, host_name: null });
  await db.admin`update public.profiles set display_name = 'Dr. Ruiz' where id = ${host.id}`;
  const guest = await join(db, meeting, { name: "Bob" });
  expect(await found(guest)).toMatchObject({ host_name: "Dr. Ruiz" });
  await join(db, meeting, { name: "Ana" }, host);
  expect(await found(guest)).toMatchObject({ host_name: "Ana" });
  expect((await enterCall(db, guest, meeting.id, guest.peer)).meeting).toMatchObject({ host_name: "Ana" });
  expect((await homeOf(guest)).meetings).toMatchObject([{ title: null, host_name: "Ana" }]);
  expect(await summaryOf(guest, guest.call)).toMatchObject({ title: null, host_name: "Ana" });
});

test("hides the host's name from visitors who knock", async () => {
  const host = await account(db);
  const meeting = await room(db, null, host);
  await join(db, meeting, { name: "Ana" }, host);
  await db.admin`update public.meetings set access = 'knock' where id = ${meeting.id}`;
  const lookup = await db.rpc(await person(db), "find_meeting", { p_code: meeting.code }, meetingLookup);
  expect(lookup).toMatchObject({ entry: "knock", host_name: null, inside: [] });
});

describe("the list of meetings", () => {
  test("lists people inside and participants in order", async () => {
    const ana = await account(db);
    const meeting = await room(db, "Spring trip", ana);
    const before = await homeOf(ana);
    const knownMeeting = {
      meeting_id: meeting.id,
      code: meeting.code,
      title: "Spring trip",
      host_name: null,
      created_at: expect.any(String),
    };
    expect(before.meetings).toEqual([
      {
        ...knownMeeting,
        role: "host",
        ended: false,
        inside: 0,
        last_call_at: null,
        last_call: null,
        people: [],
        people_count: 0,
      },
    ]);
    const first = await join(db, meeting, { name: "Ana", speaks: "es", reads: "en" }, ana);
    for (let count = 1; count < HOME.homePageNamesPerMeeting + 2; count++)
      await knock(db, await person(db), meeting.code);
    const [shown] = (await homeOf(ana)).meetings;
    expect(shown).toMatchObject({ role: "host", inside: 1, people_count: HOME.homePageNamesPerMeeting + 2 });
    expect(shown?.people.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
    expect(shown?.people[0]).toEqual({
      ...{ number: 1, colour: ownColour(ana.id), avatar: null, display_name: "Ana", speaks: "es", reads: "en" },
    });
    expect(shown?.last_call_at).not.toBeNull();
    const avatar = randomUUID();
    await db.admin`update public.profiles set avatar_id = ${avatar} where id = ${ana.id}`;
    expect((await homeOf(ana)).meetings[0]?.people.map((one) => one.avatar)).toEqual([avatar, null, null, null, null]);
    await db.rpc(ana, "leave_call", { p_call_id: first.call, p_peer_id: first.peer }, emptyResult);
    expect((await homeOf(ana)).meetings[0]?.inside).toBe(0);
  });

  test("works for a guest without a workspace", async () => {
    const meeting = await room(db);
    const guest = await person(db);
    await knock(db, guest, meeting.code, { name: "Bob" });
    const shown = await homeOf(guest);
    expect(shown.workspaces).toEqual([]);
    expect(shown.meetings).toMatchObject([{ meeting_id: meeting.id, role: "guest" }]);
  });

  test("shows removed participants only the workspace's meetings", async () => {
    const owner = await account(db);
    const member = await account(db);
    await addMember(db, await workspaceOf(db, owner), member, "member");
    const meeting = await room(db, null, owner);
    expect((await homeOf(member)).meetings).toMatchObject([{ meeting_id: meeting.id, role: "member" }]);
    const stranger = await account(db);
    for (const who of [member, stranger]) await knock(db, who, meeting.code);
    expect((await homeOf(member)).meetings).toMatchObject([{ role: "guest", people_count: 2 }]);
    await db.admin`update public.participants set admission = 'removed' where meeting_id = ${meeting.id}`;
    expect((await homeOf(member)).meetings).toMatchObject([{ role: "member", people: [], people_count: 0 }]);
    expect(await meetingIds(stranger)).toEqual([]);
  });

  test("lists a limited number, newest first", async () => {
    const ana = await account(db);
    await db.admin`
      insert into public.meetings (id, code, host, created_at)
      select gen_random_uuid(), private.new_meeting_code(), ${ana.id}, now() - interval '10 days'
      from generate_series(1, ${HOME.homePageMeetings * 3})`;
    const newest = async () => (await meetingIds(ana)).slice(0, 3);
    const made = [];
    for (let count = 0; count < 3; count++) made.push(await room(db, null, ana));
    const [first, second, third] = made.map(({ id }) => id);
    await db.admin`
      update public.meetings
      set created_at = now() - case id when ${first ?? ""} then interval '3 days' else interval '2 days' end
      where id in (${first ?? ""}, ${second ?? ""})`;
    expect(await newest()).toEqual([third, second, first]);
    expect(await meetingIds(ana)).toHaveLength(HOME.homePageMeetings);
    await knock(db, ana, made[0]?.code ?? "");
    const { call } = await enterCall(db, ana, first ?? "", randomUUID());
    expect(await newest()).toEqual([first, third, second]);
    await agePeers(db, call.id, 3600);
    expect(await newest()).toEqual([third, first, second]);
  });
});
