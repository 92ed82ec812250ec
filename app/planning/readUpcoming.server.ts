/** Reads the next planned meetings of a workspace, for the home page and the page of a meeting. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { formatMeetingCode } from "#contracts/meetings.ts";
import type { Calendar } from "#contracts/plans.ts";
import type { DetailsView } from "./calendarView.ts";
import { readDetails, toSeriesView } from "./readDetails.server.ts";
import { type NextMeeting, NOTHING_UPCOMING, type UpcomingMeeting, type UpcomingView } from "./upcomingView.ts";

type Context = Pick<AppLoadContext, "rpc">;
type Found = { readonly series: Calendar["series"][number]; readonly occurrence: Calendar["occurrences"][number] };

const MS_PER_DAY = 86_400_000;
const HOME_DAYS = 14;
const HOME_MEETINGS = 5;
/** A meeting within this time is the next one, with its entrance. */
const NEXT_MS = 60 * 60_000;
/** The page of a meeting finds a meeting of each month. */
const MEETING_DAYS = 35;

/** Returns the meetings that are not over, the earliest first. None if they cannot be read: pages work without them. */
async function readComing({ rpc }: Context, workspace: string, now: number, days: number): Promise<Found[]> {
  const iso = (at: number) => new Date(at).toISOString();
  const found = await rpc("calendar", {
    p_workspace_id: workspace,
    p_from: iso(now),
    p_to: iso(now + days * MS_PER_DAY),
  });
  if (!found.ok) return [];
  const { series: all, occurrences } = found.value;
  const byId = new Map(all.map((series) => [series.id, series]));
  return occurrences.flatMap((occurrence) => {
    const series = byId.get(occurrence.series_id);
    return series === undefined || series.ended || Date.parse(occurrence.ends_at) <= now
      ? []
      : [{ series, occurrence }];
  });
}

/** Null: the reader is in no workspace that is open to them. */
export async function readUpcoming(
  context: Context,
  workspace: string | null,
  readerId: string,
  now: number,
): Promise<UpcomingView> {
  if (workspace === null) return NOTHING_UPCOMING;
  const coming = (await readComing(context, workspace, now, HOME_DAYS)).slice(0, HOME_MEETINGS + 1);
  const [first, ...rest] = coming;
  const next = first === undefined ? null : await toNext(context, first, readerId, now);
  const listed = next === null ? coming.slice(0, HOME_MEETINGS) : rest;
  return { next, meetings: listed.map((found) => toUpcoming(found, workspace)) };
}

const toUpcoming = ({ series, occurrence }: Found, workspace: string): UpcomingMeeting => ({
  series: toSeriesView(series),
  startsAt: occurrence.starts_at,
  endsAt: occurrence.ends_at,
  path: `/calendar?${new URLSearchParams({ workspace, date: occurrence.key.slice(0, 10), series: series.id, key: occurrence.key })}`,
});

/** Returns null for a meeting that does not start soon, or whose code the reader does not get. */
async function toNext({ rpc }: Context, found: Found, readerId: string, now: number): Promise<NextMeeting | null> {
  const startsAt = Date.parse(found.occurrence.starts_at);
  if (startsAt - now > NEXT_MS) return null;
  const read = await rpc("read_series", { p_series_id: found.series.id });
  if (!read.ok || read.value.code === null) return null;
  const { code, workspace_id, invitees } = read.value;
  return {
    ...toUpcoming(found, workspace_id),
    code: formatMeetingCode(code),
    minutes: Math.max(0, Math.ceil((startsAt - now) / 60_000)),
    names: invitees.flatMap(({ user_id, name }) => (user_id === readerId || name === null ? [] : [name])),
  };
}

/** Returns the next occurrence of a planned meeting, or null. */
export async function readMeetingPlan(
  context: Context,
  meetingId: string,
  workspace: string,
  reader: { readonly id: string; readonly timeZone: string },
  now = Date.now(),
): Promise<DetailsView | null> {
  const coming = await readComing(context, workspace, now, MEETING_DAYS);
  const found = coming.find(({ series }) => series.meeting_id === meetingId);
  if (found === undefined) return null;
  const details = await readDetails(context, found.series.id, found.occurrence.key, reader);
  return details.ok ? details.value : null;
}
