/** Builds the view of `/home` from rpc results. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Home, HomeMeeting, HomeOutcome } from "#contracts/account.ts";
import type { HomeConfirmation } from "#contracts/confirmations.ts";
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import { formatMeetingCode, type MeetingLookup } from "#contracts/meetings.ts";
import { readCommentedFiles } from "~/board/readBoard.server.ts";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import { readUpcoming } from "~/planning/readUpcoming.server.ts";
import { formatDates, preferredLanguageTag, type ReaderLocale } from "../lib/dates.ts";
import type {
  AvatarPerson,
  ConfirmationView,
  HomeView,
  LanguageView,
  LastCallView,
  LiveMeetingView,
  MeetingView,
  OutcomeView,
} from "./core/homeView.ts";

type FoundParticipant = MeetingLookup["inside"][number];

/** `known`: people with their avatars, which the pre-join lookup does not return. */
const toLiveFaces = (people: readonly FoundParticipant[], known: readonly AvatarPerson[]): AvatarPerson[] =>
  people.map(({ number, colour, display_name }) => ({
    ...{ number, colour, name: display_name },
    avatar: known.find((person) => person.number === number)?.avatar ?? null,
  }));

const toLanguageView = (code: Language): LanguageView => ({ code, ...LANGUAGES[code] });

const toLanguageViews = (people: readonly FoundParticipant[]): LanguageView[] =>
  [...new Set(people.flatMap(({ speaks, reads }) => [speaks, reads]))].map(toLanguageView);

const minutesBetween = (start: number, end: number) => Math.max(0, Math.round((end - start) / 60_000));

/** Avatars in a list row; one fewer if a number follows them. */
const MAX_ROW_AVATARS = 4;

/** Live meetings whose people are read. Further ones show the number of people only. */
const MAX_LIVE_LOOKUPS = 3;

const toLastCallView = (
  { id, started_at, ended_at, decisions, tasks }: NonNullable<HomeMeeting["last_call"]>,
  now: number,
) =>
  ({
    id,
    minutes: Math.max(1, minutesBetween(Date.parse(started_at), ended_at === null ? now : Date.parse(ended_at))),
    decisions,
    tasks,
  }) satisfies LastCallView;

export function toMeetingView(meeting: HomeMeeting, now: number): MeetingView {
  const { people, people_count, last_call } = meeting;
  const shown = people_count > MAX_ROW_AVATARS ? people.slice(0, MAX_ROW_AVATARS - 1) : people;
  const faces = shown.map(({ number, colour, avatar, display_name }) => ({
    number,
    colour,
    avatar,
    name: display_name,
  }));
  return {
    id: meeting.meeting_id,
    code: formatMeetingCode(meeting.code),
    title: meeting.title,
    hostName: meeting.host_name,
    at: meeting.last_call_at ?? meeting.created_at,
    met: meeting.last_call_at !== null,
    ended: meeting.ended,
    inside: meeting.inside,
    faces,
    more: Math.max(0, people_count - faces.length),
    languages: toLanguageViews(people),
    lastCall: last_call && toLastCallView(last_call, now),
  };
}

/**
 * A live meeting as the pre-join lookup returns it. `inside` is `null` without a lookup. The last participant may have
 * left since the list was read: then the result is `null`.
 */
export function toLiveMeetingView(
  meeting: MeetingView,
  inside: readonly FoundParticipant[] | null,
  now: number,
): LiveMeetingView | null {
  const { id, code, title, hostName, faces, languages } = meeting;
  const named = { id, code, title, hostName, minutes: minutesBetween(Date.parse(meeting.at), now) };
  if (inside === null) return { ...named, inside: meeting.inside, faces: [], languages };
  if (inside.length === 0) return null;
  return { ...named, inside: inside.length, faces: toLiveFaces(inside, faces), languages: toLanguageViews(inside) };
}

export function toOutcomeView(outcome: HomeOutcome, meetings: readonly MeetingView[]): OutcomeView[] {
  const meeting = meetings.find(({ id }) => id === outcome.meeting_id);
  if (meeting === undefined) return [];
  const { kind, mine, who, text, language, translation, reads } = outcome;
  const isTranslated = translation !== null && reads !== null;
  return [
    {
      lineId: outcome.line_id,
      ...{ kind, mine, who },
      text: isTranslated ? translation : text,
      language: toLanguageView(isTranslated ? reads : language),
      from: isTranslated ? language : null,
      meeting: { title: meeting.title, hostName: meeting.hostName, at: meeting.at },
      path: `/meetings/${outcome.meeting_id}/calls/${outcome.call_id}#line-${outcome.line_id}`,
    },
  ];
}

export function toConfirmationView(found: HomeConfirmation): ConfirmationView {
  const { line_id: lineId, meeting_id, call_id, kind, text, language, translation, reads, counts } = found;
  const isTranslated = translation !== null && reads !== null;
  return {
    ...{ lineId, kind },
    text: isTranslated ? translation : text,
    language: toLanguageView(isTranslated ? reads : language),
    from: isTranslated ? language : null,
    meeting: { title: found.title, hostName: found.host_name },
    waits: found.waits_for_me,
    understood: counts.understood,
    asked: counts.asked,
    open: counts.unclear + counts.different,
    path: `/meetings/${meeting_id}/calls/${call_id}/recap#confirmation-${lineId}`,
  };
}

/** Includes a read error in the view: starting and joining work without the list. */
export async function readHome(context: AppLoadContext, viewer: Viewer, request: Request): Promise<HomeView> {
  const [result, commented, confirmations] = await Promise.all([
    context.rpc("home", {}),
    readCommentedFiles(context),
    context.rpc("home_confirmations", {}),
  ]);
  const home: Home | null = result.ok ? result.value : null;
  const reader: ReaderLocale = {
    languageTag: preferredLanguageTag(context.locale, acceptedLanguages(request.headers)),
    timeZone: home?.profile.time_zone ?? "UTC",
    timeZoneChosen: typeof home?.profile.time_zone === "string",
  };
  const now = Date.now();
  const meetings = (home?.meetings ?? []).map((meeting) => toMeetingView(meeting, now));
  const workspace = home?.workspaces.find(({ locked }) => !locked)?.id ?? null;
  const [live, upcoming] = await Promise.all([
    readLiveMeetings(context, meetings, now),
    readUpcoming(context, workspace, viewer.id, now),
  ]);
  const planned = [upcoming.next, ...upcoming.meetings].filter((meeting) => meeting !== null);
  const others = meetings.filter(({ id }) => !live.some((shown) => shown.id === id));
  return {
    person: {
      name: home?.profile.display_name ?? null,
      email: viewer.address,
      deletesAt: home?.profile.delete_at ?? null,
      factorReset: home?.profile.factor_reset ?? false,
      avatar: home?.profile.avatar ?? null,
      locked: (home?.workspaces ?? []).flatMap(({ id, name, locked, needs_sso: needsSso }) =>
        locked ? [{ id, name, needsSso }] : [],
      ),
    },
    live,
    upcoming,
    ready: others.filter(
      ({ id, met, ended }) => !met && !ended && !planned.some(({ series }) => series.meetingId === id),
    ),
    past: others.filter(({ met }) => met),
    outcomes: (home?.outcomes ?? []).flatMap((outcome) => toOutcomeView(outcome, meetings)),
    commented,
    // The rest of the page works without them.
    confirmations: confirmations.ok ? confirmations.value.map(toConfirmationView) : [],
    error: result.ok ? null : result.error.code,
    reader,
    formattedDates: formatDates(
      [...meetings.map(({ at }) => at), ...planned.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])],
      reader,
      now,
    ),
    speaks: home?.profile.speaks ?? null,
    reads: home?.profile.reads ?? null,
  };
}

async function readLiveMeetings(
  { rpc }: AppLoadContext,
  meetings: readonly MeetingView[],
  now: number,
): Promise<LiveMeetingView[]> {
  const live = meetings.filter(({ inside, ended }) => inside > 0 && !ended);
  const views = await Promise.all(
    live.map(async (meeting, index) => {
      if (index >= MAX_LIVE_LOOKUPS) return toLiveMeetingView(meeting, null, now);
      const found = await rpc("find_meeting", { p_code: meeting.code });
      return toLiveMeetingView(meeting, found.ok ? found.value.inside : null, now);
    }),
  );
  return views.flatMap((view) => view ?? []);
}
