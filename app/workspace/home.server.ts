/** What `/home` shows, of the rpc's answers. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Home, HomeMeeting } from "#contracts/account.ts";
import { LANGUAGES } from "#contracts/languages.ts";
import { type FoundMeeting, showCode } from "#contracts/meetings.ts";
import { askedLanguages } from "~/i18n/acceptLanguage.ts";
import type { Viewer } from "~/platform/context.ts";
import { momentsOf, type Reader, readerTag } from "./moments.ts";
import type { Face, HomeView, LanguageView, LiveView, MeetingView } from "./view.ts";

export { readerTag };

type Said = FoundMeeting["inside"][number];

const facesOf = (people: readonly Said[]): Face[] =>
  people.map(({ number, display_name }) => ({ number, name: display_name }));

const languagesOf = (people: readonly Said[]): LanguageView[] =>
  [...new Set(people.flatMap(({ speaks, reads }) => [speaks, reads]))].map((code) => ({ code, ...LANGUAGES[code] }));

/** Faces in a row of the list; one less where a number follows them. */
const FACES = 4;

export function meetingView(meeting: HomeMeeting): MeetingView {
  const { people, people_count } = meeting;
  const faces = facesOf(people_count > FACES ? people.slice(0, FACES - 1) : people);
  return {
    id: meeting.meeting_id,
    code: showCode(meeting.code),
    title: meeting.title,
    at: meeting.last_call_at ?? meeting.created_at,
    met: meeting.last_call_at !== null,
    ended: meeting.ended,
    inside: meeting.inside,
    faces,
    more: Math.max(0, people_count - faces.length),
    languages: languagesOf(people),
  };
}

/** Of what the door says; `null` when it could not be asked. The last may have left since the list was made. */
export function liveView(meeting: MeetingView, inside: readonly Said[] | null): LiveView | null {
  const { code, title, at, languages } = meeting;
  if (inside === null) return { code, title, at, inside: meeting.inside, faces: [], languages };
  if (inside.length === 0) return null;
  return { code, title, at, inside: inside.length, faces: facesOf(inside), languages: languagesOf(inside) };
}

/** A failure to read stands in the answer: starting and joining work without the list. */
export async function readHome(context: AppLoadContext, viewer: Viewer, request: Request): Promise<HomeView> {
  const answer = await context.rpc("home", {});
  const home: Home | null = answer.ok ? answer.value : null;
  const reader: Reader = {
    tag: readerTag(context.locale, askedLanguages(request.headers)),
    timeZone: home?.profile.time_zone ?? "UTC",
    certain: typeof home?.profile.time_zone === "string",
  };
  const meetings = (home?.meetings ?? []).map(meetingView);
  return {
    person: { name: home?.profile.display_name ?? null, email: viewer.email },
    live: await readLive(context, meetings),
    meetings,
    error: answer.ok ? null : answer.error.code,
    reader,
    moments: momentsOf(
      meetings.map(({ at }) => at),
      reader,
      Date.now(),
    ),
    unsaid: home !== null && (home.profile.speaks === null || home.profile.reads === null),
  };
}

async function readLive({ rpc }: AppLoadContext, meetings: readonly MeetingView[]): Promise<LiveView | null> {
  const live = meetings.find(({ inside, ended }) => inside > 0 && !ended);
  if (live === undefined) return null;
  const found = await rpc("find_meeting", { code: live.code });
  return liveView(live, found.ok ? found.value.inside : null);
}
