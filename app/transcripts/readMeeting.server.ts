/** Loads the page of a meeting, as the caller. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { Profile } from "#contracts/account.ts";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { formatMeetingCode } from "#contracts/meetings.ts";
import { readerLocaleFor } from "./readTranscript.server.ts";
import type { MeetingPageView, NamedPerson } from "./transcriptView.ts";

const uuidSchema = z.guid();

const toNamedPeople = (
  people: readonly { number: number; colour: number; display_name: string }[],
): readonly NamedPerson[] => people.map(({ display_name, ...person }) => ({ ...person, name: display_name }));

/** Errors: `request/not-found`. */
export async function readMeeting(
  context: AppLoadContext,
  meetingId: string | undefined,
  profile: Profile | null,
  request: Request,
): Promise<Result<MeetingPageView>> {
  const id = uuidSchema.safeParse(meetingId);
  if (!id.success) return fail("request/not-found");
  const found = await context.rpc("meeting_page", { p_meeting_id: id.data });
  if (!found.ok) return found;
  const { title, host_name, code, ended, inside, people, people_count, calls, glossary } = found.value;
  const reads = profile?.reads ?? null;
  return ok({
    meetingId: id.data,
    title,
    hostName: host_name,
    path: ended ? null : `/m/${formatMeetingCode(code)}`,
    inside,
    people: toNamedPeople(people),
    peopleCount: people_count,
    calls: calls.map(({ id: callId, started_at, ended_at, decisions, tasks, open_tasks, summary, ...call }) => {
      const startedAt = Date.parse(started_at);
      const endedAt = ended_at === null ? null : Date.parse(ended_at);
      return {
        id: callId,
        startedAt,
        endedAt,
        minutes: Math.max(1, Math.round(((endedAt ?? Date.now()) - startedAt) / 60_000)),
        ...{ decisions, tasks, openTasks: open_tasks },
        people: toNamedPeople(call.people),
        peopleCount: call.people_count,
        summary:
          summary === null
            ? null
            : summary.translation !== null && reads !== null
              ? { text: summary.translation, language: reads }
              : { text: summary.text, language: summary.language },
      };
    }),
    glossary: glossary && {
      workspace: glossary.workspace_id,
      path: `/glossary?workspace=${glossary.workspace_id}`,
      terms: glossary.terms,
    },
    reader: readerLocaleFor(context, request, profile?.time_zone ?? null),
  });
}
