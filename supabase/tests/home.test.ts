/** The last calls and their outcomes on the home page, and the names of meetings without a title. */
import { expect, test } from "vitest";
import { home, meetingPage } from "#contracts/account.ts";
import { LIMITS } from "#contracts/limits.ts";
import { meetingLookup } from "#contracts/meetings.ts";
import { captionActions } from "./support/captions.ts";
import { account, enterCall, join, knock, person, room, workspaceOf } from "./support/fixtures.ts";
import { glossaryActions } from "./support/glossary.ts";
import { type DatabaseCaller, rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";

const db = testDatabaseForFile();
const { say, mark, scene, summaryOf, callIsOver } = captionActions(db);
const { save } = glossaryActions(db);
const homeOf = (who: DatabaseCaller) => db.rpc(who, "home", {}, home);

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
  for (let count = 0; count <= LIMITS.homePageOutcomes; count++) await mark(ana, (await say(ana)).id, "decision");
  const { meetings, outcomes } = await homeOf(ana);
  expect(outcomes).toHaveLength(LIMITS.homePageOutcomes);
  expect(meetings[0]?.last_call?.decisions).toBe(LIMITS.homePageOutcomes + 1);
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
