/** Builds the view of `/home` from rpc results. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Home, HomeMeeting } from "#contracts/account.ts";
import { LANGUAGES } from "#contracts/languages.ts";
import { formatMeetingCode, type MeetingLookup } from "#contracts/meetings.ts";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";
import type { Viewer } from "~/lib/loadContext.ts";
import { formatDates, preferredLanguageTag, type ReaderLocale } from "../lib/dates.ts";
import type { AvatarPerson, HomeView, LanguageView, LiveMeetingView, MeetingView } from "./core/homeView.ts";

type FoundParticipant = MeetingLookup["inside"][number];

const toAvatarPeople = (people: readonly FoundParticipant[]): AvatarPerson[] =>
  people.map(({ number, display_name }) => ({ number, name: display_name }));

const toLanguageViews = (people: readonly FoundParticipant[]): LanguageView[] =>
  [...new Set(people.flatMap(({ speaks, reads }) => [speaks, reads]))].map((code) => ({ code, ...LANGUAGES[code] }));

/** Avatars in a list row; one fewer if a number follows them. */
const MAX_ROW_AVATARS = 4;

export function toMeetingView(meeting: HomeMeeting): MeetingView {
  const { people, people_count } = meeting;
  const faces = toAvatarPeople(people_count > MAX_ROW_AVATARS ? people.slice(0, MAX_ROW_AVATARS - 1) : people);
  return {
    id: meeting.meeting_id,
    code: formatMeetingCode(meeting.code),
    title: meeting.title,
    at: meeting.last_call_at ?? meeting.created_at,
    met: meeting.last_call_at !== null,
    ended: meeting.ended,
    inside: meeting.inside,
    faces,
    more: Math.max(0, people_count - faces.length),
    languages: toLanguageViews(people),
  };
}

/**
 * The live meeting as the pre-join lookup returns it; `null` if the lookup failed. The last participant may have left
 * since the list was read.
 */
export function toLiveMeetingView(
  meeting: MeetingView,
  inside: readonly FoundParticipant[] | null,
): LiveMeetingView | null {
  const { code, title, at, languages } = meeting;
  if (inside === null) return { code, title, at, inside: meeting.inside, faces: [], languages };
  if (inside.length === 0) return null;
  return { code, title, at, inside: inside.length, faces: toAvatarPeople(inside), languages: toLanguageViews(inside) };
}

/** Includes a read error in the view: starting and joining work without the list. */
export async function readHome(context: AppLoadContext, viewer: Viewer, request: Request): Promise<HomeView> {
  const result = await context.rpc("home", {});
  const home: Home | null = result.ok ? result.value : null;
  const reader: ReaderLocale = {
    languageTag: preferredLanguageTag(context.locale, acceptedLanguages(request.headers)),
    timeZone: home?.profile.time_zone ?? "UTC",
    timeZoneChosen: typeof home?.profile.time_zone === "string",
  };
  const meetings = (home?.meetings ?? []).map(toMeetingView);
  return {
    person: { name: home?.profile.display_name ?? null, email: viewer.email },
    live: await readLiveMeeting(context, meetings),
    meetings,
    error: result.ok ? null : result.error.code,
    reader,
    formattedDates: formatDates(
      meetings.map(({ at }) => at),
      reader,
      Date.now(),
    ),
    languagesUnset: home !== null && (home.profile.speaks === null || home.profile.reads === null),
  };
}

async function readLiveMeeting(
  { rpc }: AppLoadContext,
  meetings: readonly MeetingView[],
): Promise<LiveMeetingView | null> {
  const live = meetings.find(({ inside, ended }) => inside > 0 && !ended);
  if (live === undefined) return null;
  const found = await rpc("find_meeting", { p_code: live.code });
  return toLiveMeetingView(live, found.ok ? found.value.inside : null);
}
