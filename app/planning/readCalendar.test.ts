import { expect, test, vi } from "vitest";
import type { Home } from "#contracts/account.ts";
import { fail, ok } from "#contracts/errors.ts";
import type { Calendar, PlannedSeries } from "#contracts/plans.ts";
import type { RpcArgs } from "~/lib/rpc.ts";
import { fakeRpc } from "../../tests/fakes/rpc.ts";
import { calendarPath } from "./calendarView.ts";
import { readCalendar } from "./readCalendar.server.ts";

const ID = "11111111-0000-4000-8000-000000000000";
const OTHER = "22222222-0000-4000-8000-000000000000";
const NOW = Date.parse("2026-04-23T15:25:00Z");
const KEY = "2026-04-23T16:30";

const homeWith = (time_zone: string | null): Home => ({
  profile: {
    ...{ display_name: "Tom", speaks: "en", reads: "en", ui_locale: null, time_zone, confirmation_emails: true },
    ...{ delete_at: null, factor_reset: false, avatar: null },
  },
  workspaces: [{ id: ID, name: "Market", role: "member", locked: false, needs_sso: false }],
  ...{ meetings: [], outcomes: [] },
});

const FOUND: Calendar = {
  series: [{ id: OTHER, meeting_id: ID, title: "بذور", language: "ar", repeats: true, ended: false }],
  occurrences: [
    {
      ...{ series_id: OTHER, key: KEY },
      ...{ starts_at: "2026-04-23T15:30:00+00:00", ends_at: "2026-04-23T16:30:00+00:00" },
    },
  ],
  more: false,
};

const SERIES: PlannedSeries = {
  ...{ id: OTHER, workspace_id: ID, meeting_id: ID, code: "k3f92mxa7qpd", access: "knock", ended: false },
  ...{ title: "بذور", language: "ar", agenda: [], organizer_name: "Inés", sequence: 2, cancelled_at: null },
  can_change: true,
  times: {
    start: "2026-04-09T16:30",
    zone: "Europe/London",
    length_minutes: 60,
    rule: { freq: "weekly", interval: 2 },
  },
  overrides: [],
  invitees: [
    {
      ...{ id: ID, user_id: ID, email: null, name: "Tom", language: "en", zone: "Europe/London", answer: "yes" },
      ...{ answered_at: null, proposal: null },
    },
    {
      ...{ id: OTHER, user_id: null, email: "omar@a.example", name: null, language: "ar", zone: "Africa/Cairo" },
      ...{ answer: "no", answered_at: null, proposal: { start: "2026-04-23T12:00", zone: "Africa/Cairo" } },
    },
  ],
};

interface Visit {
  query?: string;
  zone?: string | null;
  workspace?: string | null;
  found?: typeof FOUND;
  accept?: string;
}

async function read({ query = "", zone = "Europe/London", workspace = ID, found = FOUND, accept = "en-GB" }: Visit) {
  const calendar = vi.fn((_args: RpcArgs["calendar"]) => ok(found));
  const read_series = vi.fn((_args: RpcArgs["read_series"]) => ok(SERIES));
  const rpc = fakeRpc({ calendar, read_series });
  const request = new Request(`https://a.example/calendar${query}`, { headers: { "Accept-Language": accept } });
  const reader = { id: ID, home: homeWith(zone), workspace };
  const view = await readCalendar({ rpc, locale: "en" }, request, reader, NOW);
  return { view, window: calendar.mock.calls[0]?.[0], reads: read_series.mock.calls.length };
}

test("reads the week of today with a day around it", async () => {
  const { view, window } = await read({});
  expect(view).toMatchObject({ mode: "week", modeChosen: false, firstWeekday: 0, error: null });
  expect(window).toEqual({ p_workspace_id: ID, p_from: "2026-04-18T23:00:00.000Z", p_to: "2026-04-27T23:00:00.000Z" });
  expect(view.series).toMatchObject([{ id: OTHER, dir: "rtl", repeats: true }]);
  expect(view.occurrences).toMatchObject([{ seriesId: OTHER, startsAt: Date.parse("2026-04-23T15:30:00Z") }]);
});

test("never reads more days than the database allows", async () => {
  const dates = ["2026-08-15", "1970-01-01", "2200-12-31"];
  for (const accept of ["en-US", "en-GB"])
    for (const date of dates) {
      const { window } = await read({ query: `?view=month&date=${date}`, accept, zone: "Pacific/Kiritimati" });
      const [from, to] = [new Date(window?.p_from ?? ""), new Date(window?.p_to ?? "")];
      expect(to.getTime() - from.getTime()).toBeLessThanOrEqual(62 * 86_400_000);
      expect(from >= new Date("1970-01-01") && to <= new Date("2201-01-01") && from < to).toBe(true);
    }
});

test("ignores a view and a date that do not exist", async () => {
  const { view } = await read({ query: "?view=year&date=2026-02-30" });
  expect([view.mode, view.day]).toEqual(["week", Date.UTC(2026, 3, 23) / 86_400_000]);
});

test("takes another zone if the profile has none that is known", async () => {
  for (const zone of [null, "Mars/Base"])
    expect((await read({ zone })).view.reader).toMatchObject({ timeZone: "UTC", timeZoneChosen: false });
});

test("shows the way into a meeting that starts soon", async () => {
  const { view } = await read({});
  expect(view.near).toMatchObject([{ series: { id: OTHER }, code: "k3f9-2mxa-7qpd" }]);
  const later = FOUND.occurrences.map((row) => ({ ...row, starts_at: "2026-04-23T16:25:00+00:00" }));
  expect((await read({ found: { ...FOUND, occurrences: later } })).reads).toBe(0);
});

test("shows the open meeting for each person", async () => {
  const { view } = await read({ query: `?series=${OTHER}&key=${KEY}`, found: { ...FOUND, occurrences: [] } });
  expect(view.details).toMatchObject({
    ...{ key: KEY, sequence: 2, canChange: true, cancelled: false, code: "k3f9-2mxa-7qpd" },
    occurrence: { startsAt: Date.parse("2026-04-23T15:30:00Z") },
    invitees: [
      { name: "Tom", isReader: true, proposedAt: null },
      { name: "omar@a.example", isReader: false, answer: "no", proposedAt: Date.parse("2026-04-23T10:00:00Z") },
    ],
    clockNotes: [{ zone: "Africa/Cairo" }],
  });
});

test("reads nothing for a malformed link to a meeting", async () => {
  for (const query of [`?series=x&key=${KEY}`, `?series=${OTHER}&key=2026-02-30T10:00`]) {
    const { view, reads } = await read({ query, found: { ...FOUND, occurrences: [] } });
    expect([view.details, view.detailsError, reads]).toEqual([null, "request/not-found", 0]);
  }
});

test("shows an error of the calendar beside the rest", async () => {
  const rpc = fakeRpc({ calendar: () => fail("network/timeout") });
  const reader = { id: ID, home: homeWith(null), workspace: ID };
  const view = await readCalendar({ rpc, locale: "en" }, new Request("https://a.example/calendar"), reader, NOW);
  expect([view.error, view.occurrences]).toEqual(["network/timeout", []]);
});

test("reads nothing without a workspace", async () => {
  const { view, window } = await read({ workspace: null });
  expect([view.error, window]).toEqual([null, undefined]);
});

test("keeps the workspace in links if there is a choice", () => {
  const one = { workspace: ID, workspaces: [{ id: ID, name: "A" }] };
  const two = { ...one, workspaces: [...one.workspaces, { id: OTHER, name: "B" }] };
  expect(calendarPath(one, {})).toBe("/calendar");
  expect(calendarPath(two, { mode: "month", day: 20_566 })).toBe(
    `/calendar?view=month&date=2026-04-23&workspace=${ID}`,
  );
});
