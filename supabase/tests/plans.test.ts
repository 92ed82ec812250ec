/** Planned meetings: who plans, changes and sees them, and what is stored. */
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { PLANS } from "#contracts/planLimits.ts";
import type { PlanOverride } from "#contracts/planning.ts";
import { seriesToChange } from "#contracts/plans.ts";
import { account, addMember, becomeAccount, person } from "./support/fixtures.ts";
import { KENJI, planActions, seriesState, WEEKLY } from "./support/plans.ts";
import { rejectionCode, testDatabaseForFile } from "./support/testDatabase.ts";
import { workspaceActions } from "./support/workspaces.ts";

const db = testDatabaseForFile();
const { plan, change, cancel, invite, uninvite, read, month } = planActions(db);
const { team, remove } = workspaceActions(db);

/** A series of a member, in a workspace of three. */
async function scene() {
  const people = await team();
  const { series_id: id } = await plan(people.member, people.workspace);
  return { ...people, id };
}

const moved = (key: string, start: string): PlanOverride => ({
  ...{ key, kind: "moved", by: "rotation", start, length_minutes: 90 },
});
const cancelled = (key: string): PlanOverride => ({ key, kind: "cancelled", by: "person" });
const codes = async (...runs: Promise<unknown>[]) => Promise.all(runs.map(rejectionCode));

describe("a series", () => {
  test("is read as it was stored", async () => {
    const { workspace, owner, member } = await team();
    const overrides = [cancelled("2027-03-22T09:00"), moved("2027-03-29T09:00", "2027-03-29T17:00")];
    const { series_id: id } = await plan(member, workspace, { overrides });
    await invite(member, id, [{ user_id: owner.id }, KENJI]);
    const seen = await read(member, id);
    expect(seen).toMatchObject({
      ...{ id, workspace_id: workspace, title: "Reparto de tareas", language: "es", agenda: ["Agua", "Turnos"] },
      ...{ times: WEEKLY, overrides, sequence: 0, can_change: true, access: "knock", cancelled_at: null, ended: false },
    });
    expect(seen.code).toMatch(/^\w{12}$/u);
    expect(seen.invitees).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ user_id: owner.id, email: null, answer: "none", proposal: null }),
        expect.objectContaining({ ...KENJI, user_id: null, name: null, answer: "none" }),
      ]),
    );
  });

  test("keeps its hour when the clocks change", async () => {
    const { workspace, owner, member } = await team();
    const overrides = [cancelled("2027-03-22T09:00"), moved("2027-03-29T09:00", "2027-03-29T17:00")];
    const { series_id: id } = await plan(member, workspace, { overrides });
    const { series, occurrences, more } = await month(owner, workspace);
    expect(series).toEqual([expect.objectContaining({ id, title: "Reparto de tareas", repeats: true })]);
    expect(more).toBe(false);
    expect(occurrences.map(({ key, starts_at }) => [key, new Date(starts_at).toISOString()])).toEqual([
      ["2027-03-15T09:00", "2027-03-15T08:00:00.000Z"],
      ["2027-03-29T09:00", "2027-03-29T15:00:00.000Z"],
      ["2027-04-05T09:00", "2027-04-05T07:00:00.000Z"],
      ["2027-04-12T09:00", "2027-04-12T07:00:00.000Z"],
    ]);
    const rotated = occurrences[1];
    expect(Date.parse(rotated?.ends_at ?? "") - Date.parse(rotated?.starts_at ?? "")).toBe(90 * 60_000);
  });

  test("is planned once by two requests", async () => {
    const { workspace, member } = await team();
    const id = randomUUID();
    await plan(member, workspace, {}, { id });
    expect(await plan(member, workspace, {}, { id })).toMatchObject({ series_id: id, sequence: 0 });
    const [row] = await db.admin`select count(*)::int as meetings from public.meetings where host = ${member.id}`;
    expect(row?.meetings).toBe(1);
  });

  test("cannot take the id of another's", async () => {
    const [one, other] = [await scene(), await scene()];
    expect(
      await codes(
        plan(other.member, other.workspace, {}, { id: one.id }),
        plan(one.admin, one.workspace, {}, { id: one.id }),
      ),
    ).toEqual(["request/not-allowed", "request/not-allowed"]);
  });

  test("changes as a whole", async () => {
    const { workspace, owner, admin, member, id } = await scene();
    const times = { ...WEEKLY, start: "2027-03-16T10:00", rule: null };
    expect(await change(admin, id, 0, { times, state: { title: "New", language: "en" } })).toMatchObject({
      sequence: 1,
    });
    expect(await read(member, id)).toMatchObject({ times, title: "New", language: "en", sequence: 1, overrides: [] });
    expect((await month(owner, workspace)).occurrences).toHaveLength(1);
  });

  test("rejects a change of an older state", async () => {
    const { member, id } = await scene();
    await change(member, id, 0);
    expect(await codes(change(member, id, 0), cancel(member, id, 0))).toEqual(["plan/changed", "plan/changed"]);
  });

  test("is split with its invitees", async () => {
    const { workspace, owner, member, id } = await scene();
    await invite(member, id, [{ user_id: owner.id }, KENJI]);
    await db.admin`update public.series_invitees set answer = 'yes' where series_id = ${id}`;
    const rest = { ...WEEKLY, start: "2027-03-29T09:00", rule: { freq: "weekly", count: 3 } as const };
    const first = { ...WEEKLY, rule: { freq: "weekly", until: "2027-03-29T08:59" } as const };
    const same = await change(member, id, 0, { times: first }, seriesState({ times: rest }));
    const later = await read(owner, same.later_id ?? "");
    expect(later).toMatchObject({ sequence: 0, times: rest, code: (await read(member, id)).code });
    expect(later.invitees.map(({ answer }) => answer)).toEqual(["yes", "yes"]);
    expect((await month(owner, workspace)).occurrences).toHaveLength(5);
    const hour = { ...rest, start: "2027-04-05T11:00", rule: null };
    const another = await change(member, later.id, 0, { times: rest }, seriesState({ times: hour }));
    expect((await read(owner, another.later_id ?? "")).invitees.map(({ answer }) => answer)).toEqual(["none", "none"]);
  });

  test("loses its answers with its time only", async () => {
    const { owner, member, id } = await scene();
    await invite(member, id, [{ user_id: owner.id }]);
    const answers = async () => (await read(member, id)).invitees.map(({ answer }) => answer);
    await db.admin`update public.series_invitees set answer = 'yes' where series_id = ${id}`;
    await change(member, id, 0, { state: { title: "Another" }, overrides: [cancelled("2027-03-22T09:00")] });
    expect(await answers()).toEqual(["yes"]);
    await change(member, id, 1, { times: { ...WEEKLY, start: "2027-03-15T10:00" } });
    expect(await answers()).toEqual(["none"]);
  });

  test("is cancelled once, and leaves the calendar", async () => {
    const { workspace, member, id } = await scene();
    expect(await cancel(member, id, 0)).toMatchObject({ series_id: id, sequence: 1 });
    expect(await month(member, workspace)).toEqual({ series: [], occurrences: [], more: false });
    expect(await read(member, id)).toMatchObject({ can_change: false, cancelled_at: expect.any(String) });
    expect(await codes(cancel(member, id, 1), change(member, id, 1), invite(member, id, [KENJI]))).toEqual([
      ...["meeting/ended", "meeting/ended", "meeting/ended"],
    ]);
  });

  test("cannot change once its meeting has ended", async () => {
    const { member, id } = await scene();
    await db.admin`update public.meetings set ended_at = now() where host = ${member.id}`;
    expect(await codes(change(member, id, 0), cancel(member, id, 0))).toEqual(["meeting/ended", "meeting/ended"]);
    expect(await read(member, id)).toMatchObject({ ended: true, can_change: false });
  });

  test("goes with its meeting", async () => {
    const { member, id } = await scene();
    await db.admin`delete from public.meetings where host = ${member.id}`;
    const [row] = await db.admin`select count(*)::int as rows from public.series_occurrences where series_id = ${id}`;
    expect(row?.rows).toBe(0);
  });
});

describe("invitees", () => {
  test("are invited once, and removed", async () => {
    const { owner, member, id } = await scene();
    await invite(member, id, [{ user_id: owner.id }, KENJI]);
    const { invitees } = await invite(member, id, [{ user_id: owner.id }, KENJI]);
    expect(invitees).toHaveLength(2);
    const [first = { id: "" }, second] = invitees;
    expect((await uninvite(member, id, first.id)).invitees).toEqual([second]);
    expect((await uninvite(member, id, first.id)).invitees).toEqual([second]);
    expect((await invite(member, id, [{ user_id: owner.id }, KENJI])).invitees).toHaveLength(2);
  });

  test("of another series stay", async () => {
    const [one, other] = [await scene(), await scene()];
    const [invitee = { id: "" }] = (await invite(one.member, one.id, [KENJI])).invitees;
    await uninvite(other.member, other.id, invitee.id);
    expect((await read(one.member, one.id)).invitees).toHaveLength(1);
  });

  test("without a membership are not invited by id", async () => {
    const { member, id } = await scene();
    const stranger = await account(db);
    expect(await rejectionCode(invite(member, id, [{ user_id: stranger.id }]))).toBe("request/invalid");
  });

  test.each([
    ["an address that is none", [{ ...KENJI, email: "kenji" }], "mail/malformed"],
    ["two addresses in one", [{ ...KENJI, email: "a@b.example,c@d.example" }], "mail/malformed"],
    ["a line break in an address", [{ ...KENJI, email: "a@b.example\r\nBcc: c@d.example" }], "mail/malformed"],
    ["an address of 10 kB", [{ ...KENJI, email: `${"a".repeat(10_000)}@b.example` }], "mail/malformed"],
    ["no address", [{ language: "ja", zone: "UTC" }], "mail/malformed"],
    ["an address in no language", [{ ...KENJI, language: "xx" }], "language/unknown"],
    ["a zone that does not exist", [{ ...KENJI, zone: "Europe/Atlantis" }], "time-zone/unknown"],
    ["an offset as a zone", [{ ...KENJI, zone: "+02:00" }], "time-zone/unknown"],
    ["an id that is none", [{ user_id: "me" }], "request/invalid"],
    ["no list", { user_id: "me" }, "request/invalid"],
    ["null", null, "request/invalid"],
    ["no objects", [1], "request/invalid"],
    [
      "51 people",
      Array.from({ length: 51 }, (_none, n) => ({ ...KENJI, email: `p${n}@b.example` })),
      "request/invalid",
    ],
    ["100 kB", [{ ...KENJI, note: "x".repeat(100_000) }], "request/too-large"],
  ])("are not stored from %s", async (_name, invitees, error) => {
    const { member, id } = await scene();
    expect(await rejectionCode(invite(member, id, invitees))).toBe(error);
    expect((await read(member, id)).invitees).toEqual([]);
  });
});

describe("people who may not plan", () => {
  test("guests have no workspace", async () => {
    const { workspace } = await team();
    const guest = await person(db);
    await addMember(db, workspace, guest, "member");
    expect(await rejectionCode(plan(guest, workspace))).toBe("request/not-allowed");
    await becomeAccount(db, guest);
    expect(await plan(guest, workspace)).toMatchObject({ sequence: 0 });
  });

  test("members see but do not change others' series", async () => {
    const { workspace, owner, member, id } = await scene();
    const another = await account(db);
    await addMember(db, workspace, another, "member");
    await invite(member, id, [KENJI]);
    const [{ id: invitee } = { id: "" }] = (await read(owner, id)).invitees;
    expect(
      await codes(
        change(another, id, 0),
        cancel(another, id, 0),
        invite(another, id, [KENJI]),
        uninvite(another, id, invitee),
        db.rpc(another, "series_to_change", { p_series_id: id }, seriesToChange),
      ),
    ).toEqual(Array.from({ length: 5 }, () => "role/host-needed"));
    expect(await read(another, id)).toMatchObject({ can_change: false, code: null, invitees: [{ email: null }] });
    expect(await read(owner, id)).toMatchObject({ can_change: true, invitees: [{ email: KENJI.email }] });
    await invite(member, id, [{ user_id: another.id }]);
    expect((await read(another, id)).code).toBe((await read(member, id)).code);
  });

  test("a removed member sees and changes nothing", async () => {
    const { workspace, owner, member, id } = await scene();
    await remove(owner, workspace, member);
    expect(
      await codes(
        month(member, workspace),
        read(member, id),
        change(member, id, 0),
        cancel(member, id, 0),
        invite(member, id, [KENJI]),
        plan(member, workspace),
      ),
    ).toEqual([
      ...["request/not-allowed", "request/not-found", "request/not-found", "request/not-found", "request/not-found"],
      "request/not-allowed",
    ]);
    expect((await month(owner, workspace)).occurrences).toHaveLength(5);
  });

  test("members of other workspaces see nothing", async () => {
    const [one, other] = [await scene(), await scene()];
    expect(
      await codes(
        month(other.owner, one.workspace),
        read(other.owner, one.id),
        read(other.owner, randomUUID()),
        change(other.owner, one.id, 0),
        cancel(other.owner, one.id, 0),
        plan(other.owner, one.workspace),
      ),
    ).toEqual([
      ...["request/not-allowed", "request/not-found", "request/not-found", "request/not-found", "request/not-found"],
      "request/not-allowed",
    ]);
  });
});

describe("a state that no edge function computed", () => {
  const key = "2027-03-15T09:00";
  const at = (starts_at: unknown, more: object = {}) => [{ key, starts_at, length_minutes: 60, ...more }];
  const many = Array.from({ length: 401 }, (_none, day) => ({
    key: new Date(Date.UTC(2027, 2, 15 + day, 9)).toISOString().slice(0, 16),
    starts_at: new Date(Date.UTC(2027, 2, 15 + day, 8)).toISOString(),
    length_minutes: 60,
  }));
  const wrong: [string, object, string][] = [
    ["no occurrence", { occurrences: [] }, "request/invalid"],
    ["401 occurrences", { occurrences: many }, "request/invalid"],
    ["an occurrence twice", { occurrences: [...at(WEEKLY.start), ...at(WEEKLY.start)] }, "request/invalid"],
    ["an infinite instant", { occurrences: at("infinity") }, "request/invalid"],
    ["an instant that is none", { occurrences: at("yesterday morning") }, "request/invalid"],
    ["no instant", { occurrences: at(null) }, "request/invalid"],
    ["the year 1900", { start: "1900-01-01T09:00" }, "request/invalid"],
    ["the year 9999", { start: "9999-01-01T09:00" }, "request/invalid"],
    ["an occurrence in 1900", { occurrences: at("1900-01-01T08:00:00Z") }, "request/invalid"],
    ["an occurrence in 9999", { occurrences: at("9999-01-01T08:00:00Z") }, "request/invalid"],
    [
      "an end before the start",
      { occurrences: at("2027-03-15T08:00:00Z", { length_minutes: -60 }) },
      "request/invalid",
    ],
    [
      "an occurrence of a week",
      { occurrences: at("2027-03-15T08:00:00Z", { length_minutes: 9_000 }) },
      "request/invalid",
    ],
    ["a length of a week", { length_minutes: 9_000 }, "request/invalid"],
    ["a length of half a minute", { length_minutes: 5.5 }, "request/invalid"],
    ["the 30th of February", { start: "2027-02-30T09:00" }, "request/invalid"],
    ["a zone that does not exist", { zone: "Europe/Atlantis" }, "time-zone/unknown"],
    ["no zone", { zone: null }, "time-zone/unknown"],
    ["a rule that is a text", { rule: "FREQ=SECONDLY" }, "request/invalid"],
    ["a rule of 10 kB", { rule: { freq: "x".repeat(10_000) } }, "request/invalid"],
    ["an override twice", { overrides: [cancelled(key), cancelled(key)] }, "request/invalid"],
    ["an override of no kind", { overrides: [{ key, kind: "doubled", by: "person" }] }, "request/invalid"],
    ["no title", { title: " \u200b " }, "request/invalid"],
    ["a long title", { title: "x".repeat(121) }, "title/too-long"],
    ["no language", { language: null }, "language/unknown"],
    ["21 lines of an agenda", { agenda: Array(21).fill("x") }, "request/invalid"],
    ["a long line of an agenda", { agenda: ["x".repeat(201)] }, "request/invalid"],
    ["an agenda of objects", { agenda: [{}] }, "request/invalid"],
  ];
  test.each(wrong)("with %s is rejected", async (_name, state, error) => {
    const { workspace, member } = await team();
    expect(await rejectionCode(plan(member, workspace, { state }))).toBe(error);
    const rows = await db.admin`select from public.meetings where host = ${member.id}`;
    expect(rows).toHaveLength(0);
  });

  test("with another access is rejected", async () => {
    const { workspace, member } = await team();
    expect(await rejectionCode(plan(member, workspace, {}, { access: "everybody" }))).toBe("request/invalid");
  });

  test("is cleaned", async () => {
    const { workspace, member } = await team();
    const state = { title: "  a\u202E b ", agenda: ["", "\u200b", " x\ny "] };
    const { series_id } = await plan(member, workspace, { state });
    expect(await read(member, series_id)).toMatchObject({ title: "a b", agenda: ["x y"] });
  });
});

describe("the calendar", () => {
  test("has occurrences that overlap its time", async () => {
    const { workspace, member } = await scene();
    const within = async (from: string, to: string) => (await month(member, workspace, from, to)).occurrences.length;
    expect(await within("2027-03-15T08:30:00Z", "2027-03-15T08:31:00Z")).toBe(1);
    expect(await within("2027-03-15T09:00:00Z", "2027-03-15T10:00:00Z")).toBe(0);
    expect(await within("2027-03-15T07:00:00Z", "2027-03-15T08:00:00Z")).toBe(0);
  });

  test.each([
    ["2027-03-01T00:00:00Z", "2027-05-03T00:00:00Z"],
    ["2027-03-02T00:00:00Z", "2027-03-01T00:00:00Z"],
    ["1900-01-01T00:00:00Z", "1900-01-02T00:00:00Z"],
    ["9999-01-01T00:00:00Z", "9999-01-02T00:00:00Z"],
  ])("rejects the time from %s to %s", async (from, to) => {
    const { workspace, member } = await scene();
    expect(await rejectionCode(month(member, workspace, from, to))).toBe("request/invalid");
  });

  test("ends after 2,000 occurrences", async () => {
    const { workspace, member, id } = await scene();
    await db.admin`
      insert into public.series_occurrences (series_id, key, workspace_id, starts_at, ends_at)
      select ${id}, at, ${workspace}, at at time zone 'utc', at at time zone 'utc' + interval '5 minutes'
      from generate_series(timestamp '2027-04-20', '2027-04-29', interval '6 minutes') as at`;
    const shown = await month(member, workspace);
    expect(shown.occurrences).toHaveLength(PLANS.occurrencesPerRead);
    expect(shown.more).toBe(true);
  });
});
