/** Loads `/calendar`. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { Home } from "#contracts/account.ts";
import { fail, type Result } from "#contracts/errors.ts";
import { formatMeetingCode } from "#contracts/meetings.ts";
import { isLocalTime, PLAN_YEARS } from "#contracts/planning.ts";
import type { Calendar } from "#contracts/plans.ts";
import { dayNumber, MINUTES_PER_DAY } from "#planning/localTime.ts";
import { isTimeZone, resolveLocal } from "#planning/zones.ts";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";
import { preferredLanguageTag, type ReaderLocale } from "~/lib/dates.ts";
import type { CalendarView, DetailsView, NearView } from "./calendarView.ts";
import { firstWeekdayOf } from "./core/calendarFormats.ts";
import { type DayRange, isCalendarMode, parseDay, rangeOf } from "./core/calendarRange.ts";
import type { OccurrenceView } from "./core/dayLayout.ts";
import { localDay } from "./core/localHours.ts";
import { readDetails, toSeriesView } from "./readDetails.server.ts";

interface CalendarReader {
  readonly id: string;
  readonly home: Home;
  readonly workspace: string | null;
}

type Context = Pick<AppLoadContext, "rpc" | "locale">;

/** Includes a read error in the view: other months and the open meeting may be readable. */
export async function readCalendar(
  context: Context,
  request: Request,
  { id, home, workspace }: CalendarReader,
  now = Date.now(),
): Promise<CalendarView> {
  const { searchParams } = new URL(request.url);
  const reader = readerOf(context, request, home);
  const firstWeekday = firstWeekdayOf(reader.languageTag);
  const asked = searchParams.get("view");
  const mode = isCalendarMode(asked) ? asked : "week";
  const day = parseDay(searchParams.get("date")) ?? localDay(reader.timeZone, now);
  const window = windowOf(rangeOf(mode, day, firstWeekday), reader.timeZone);
  const [found, open] = await Promise.all([
    workspace === null
      ? null
      : context.rpc("calendar", { p_workspace_id: workspace, p_from: window.from, p_to: window.to }),
    readOpen(context, searchParams, { id, timeZone: reader.timeZone }),
  ]);
  const { series, occurrences, more } = found?.ok ? found.value : NOTHING;
  const views = { series: series.map(toSeriesView), occurrences: occurrences.map(toOccurrenceView) };
  return {
    workspaces: home.workspaces.map(({ id, name }) => ({ id, name })),
    ...{ workspace, mode, day, firstWeekday, reader, now, more, ...views },
    modeChosen: mode === asked,
    language: home.profile.speaks ?? home.profile.reads ?? context.locale,
    near: await readNear(context, views, now),
    details: open?.ok ? open.value : null,
    detailsError: open === null || open.ok ? null : open.error.code,
    error: found === null || found.ok ? null : found.error.code,
  };
}

const NOTHING: Calendar = { series: [], occurrences: [], more: false };

function readerOf({ locale }: Pick<Context, "locale">, request: Request, { profile }: Home): ReaderLocale {
  const chosen = profile.time_zone !== null && isTimeZone(profile.time_zone) ? profile.time_zone : null;
  return {
    languageTag: preferredLanguageTag(locale, acceptedLanguages(request.headers)),
    timeZone: chosen ?? "UTC",
    timeZoneChosen: chosen !== null,
  };
}

/** The years in which the database reads. */
const FIRST_DAY = dayNumber(PLAN_YEARS.first, 1, 1);
const LAST_DAY = dayNumber(PLAN_YEARS.last + 1, 1, 1);

/** Returns the instants of the days, with one more at both ends: the device may be in another zone. */
function windowOf({ first, count }: DayRange, zone: string): { from: string; to: string } {
  const midnight = (day: number) =>
    new Date(resolveLocal(zone, Math.min(Math.max(day, FIRST_DAY), LAST_DAY) * MINUTES_PER_DAY).instant);
  const earliest = new Date(FIRST_DAY * MINUTES_PER_DAY * 60_000);
  const latest = new Date(LAST_DAY * MINUTES_PER_DAY * 60_000);
  const [from, to] = [midnight(first - 1), midnight(first + count + 1)];
  return {
    from: (from < earliest ? earliest : from).toISOString(),
    to: (to > latest ? latest : to).toISOString(),
  };
}

const toOccurrenceView = ({ series_id, key, starts_at, ends_at }: Calendar["occurrences"][number]): OccurrenceView => ({
  ...{ seriesId: series_id, key },
  startsAt: Date.parse(starts_at),
  endsAt: Date.parse(ends_at),
});

/** Returns null if no meeting is open. */
async function readOpen(
  context: Context,
  searchParams: URLSearchParams,
  reader: { id: string; timeZone: string },
): Promise<Result<DetailsView> | null> {
  const [series, key] = [searchParams.get("series"), searchParams.get("key")];
  if (series === null || key === null) return null;
  if (!z.guid().safeParse(series).success || !isLocalTime(key)) return fail("request/not-found");
  return readDetails(context, series, key, reader);
}

/** How long before its start the page looks up the code of a meeting. It shows the way in later. */
const LOOK_AHEAD_MS = 30 * 60_000;
const MAX_NEAR = 2;

/** Returns the meetings that take place now or soon, if the reader may enter by code. */
async function readNear(
  { rpc }: Pick<Context, "rpc">,
  { series, occurrences }: Pick<CalendarView, "series" | "occurrences">,
  now: number,
): Promise<NearView[]> {
  const near = occurrences
    .filter(({ startsAt, endsAt }) => startsAt - LOOK_AHEAD_MS <= now && endsAt > now)
    .flatMap((occurrence) => {
      const view = series.find(({ id }) => id === occurrence.seriesId);
      return view === undefined || view.ended ? [] : [{ series: view, occurrence }];
    })
    .slice(0, MAX_NEAR);
  const read = await Promise.all(near.map(({ series: { id } }) => rpc("read_series", { p_series_id: id })));
  return near.flatMap((found, at) => {
    const series = read[at];
    // The rest of the page works without them.
    const code = series?.ok ? series.value.code : null;
    return code === null ? [] : [{ ...found, code: formatMeetingCode(code) }];
  });
}
