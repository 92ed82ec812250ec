import { expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { Calendar, PlannedSeries } from "#contracts/plans.ts";
import type { RpcArgs } from "~/lib/rpc.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { readMeetingPlan, readUpcoming } from "./readUpcoming.server.ts";

const ID = "11111111-0000-4000-8000-000000000000";
const OTHER = "22222222-0000-4000-8000-000000000000";
const NOW = Date.parse("2026-04-23T15:00:00Z");

const row = (time: string, series_id = ID): Calendar["occurrences"][number] => ({
  ...{ series_id, key: `2026-04-${time}` },
  starts_at: `2026-04-${time}:00+00:00`,
  ends_at: new Date(Date.parse(`2026-04-${time}:00Z`) + 3_600_000).toISOString(),
});
const seriesOf = (id: string, ended = false): Calendar["series"][number] => ({
  ...{ id, meeting_id: id, title: "Seeds", language: "en", repeats: true, ended },
});
const INVITEE = { email: null, answer: "none", answered_at: null, proposal: null } as const;
const SERIES: PlannedSeries = {
  ...{ id: ID, workspace_id: ID, meeting_id: ID, code: "k3f92mxa7qpd", access: "knock", ended: false },
  ...{ title: "Seeds", language: "en", agenda: [], organizer_name: null, sequence: 0, cancelled_at: null },
  can_change: false,
  times: { start: "2026-04-23T15:30", zone: "UTC", length_minutes: 60, rule: null },
  overrides: [],
  invitees: [
    { ...INVITEE, ...{ id: ID, user_id: ID, name: "Tom", language: "en", zone: "UTC" } },
    { ...INVITEE, ...{ id: OTHER, user_id: OTHER, name: "Haruka", language: "ja", zone: "Asia/Tokyo" } },
  ],
};

function rpcWith(occurrences: Calendar["occurrences"], series: PlannedSeries = SERIES) {
  const calendar = vi.fn((_args: RpcArgs["calendar"]) =>
    ok({ series: [seriesOf(ID), seriesOf(OTHER, true)], occurrences, more: false }),
  );
  return { calendar, rpc: fakeRpc({ calendar, read_series: () => ok(series) }) };
}

test("shows a meeting within the hour with its entrance", async () => {
  const { rpc, calendar } = rpcWith([row("23T15:30"), row("24T15:30")]);
  const { next, meetings } = await readUpcoming({ rpc }, ID, ID, NOW);
  expect(next).toMatchObject({ code: "k3f9-2mxa-7qpd", minutes: 30, names: ["Haruka"] });
  expect(meetings.map(({ startsAt }) => startsAt)).toEqual(["2026-04-24T15:30:00+00:00"]);
  expect(calendar.mock.calls).toEqual([
    [{ p_workspace_id: ID, p_from: "2026-04-23T15:00:00.000Z", p_to: "2026-05-07T15:00:00.000Z" }],
  ]);
});

test("counts no minutes of a meeting that has started", async () => {
  const { next } = await readUpcoming({ rpc: rpcWith([row("23T14:30")]).rpc }, ID, ID, NOW);
  expect(next?.minutes).toBe(0);
});

test("lists a later meeting, and one that the reader may not enter", async () => {
  const later = await readUpcoming({ rpc: rpcWith([row("23T16:30")]).rpc }, ID, ID, NOW);
  expect([later.next, later.meetings.length]).toEqual([null, 1]);
  const { rpc } = rpcWith([row("23T15:30")], { ...SERIES, code: null });
  const closed = await readUpcoming({ rpc }, ID, ID, NOW);
  expect([closed.next, closed.meetings.length]).toEqual([null, 1]);
});

test("leaves out meetings that are over or ended, and shows five", async () => {
  const many = Array.from({ length: 9 }, (_none, at) => row(`2${at < 5 ? 4 : 5}T1${at}:00`));
  const { rpc } = rpcWith([row("23T13:30"), row("23T16:30", OTHER), ...many]);
  const { meetings } = await readUpcoming({ rpc }, ID, ID, NOW);
  expect(meetings.map(({ startsAt }) => startsAt.slice(8, 16))).toEqual([
    ...["24T10:00", "24T11:00", "24T12:00", "24T13:00", "24T14:00"],
  ]);
});

test("is empty without a workspace, and if plans cannot be read", async () => {
  const nothing = { next: null, meetings: [] };
  expect(await readUpcoming({ rpc: fakeRpc({}) }, null, ID, NOW)).toEqual(nothing);
  const rpc = fakeRpc({ calendar: () => fail("network/timeout") });
  expect(await readUpcoming({ rpc }, ID, ID, NOW)).toEqual(nothing);
  expect(await readMeetingPlan({ rpc }, ID, ID, { id: ID, timeZone: "UTC" }, NOW)).toBeNull();
});

test("finds the next time of a planned meeting", async () => {
  const { rpc } = rpcWith([row("23T16:30", OTHER), row("23T15:30")]);
  const plan = await readMeetingPlan({ rpc }, ID, ID, { id: ID, timeZone: "UTC" }, NOW);
  expect(plan).toMatchObject({ key: "2026-04-23T15:30", occurrence: { startsAt: Date.parse("2026-04-23T15:30:00Z") } });
  expect(await readMeetingPlan({ rpc }, OTHER, ID, { id: ID, timeZone: "UTC" }, NOW)).toBeNull();
});
