/** What the pages of transcripts show, read as the caller. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { Profile } from "#contracts/account.ts";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { CallSummary } from "#contracts/recap.ts";
import { askedLanguages } from "~/i18n/acceptLanguage.ts";
import { readerTag } from "~/workspace/home.server.ts";
import { columnsOf } from "./columns.ts";
import { languagesOf, lineOf } from "./core/line.ts";
import { select } from "./select.server.ts";
import type { MeetingCallsView, PersonView, Reader, TranscriptView } from "./view.ts";

/** Lines that come with the page; the others come page after page when it is there. */
const FIRST_LINES = 60;
/** Calls of a meeting that its list shows. */
const CALLS = 100;

const uuid = z.uuid();
const people = z.array(z.object({ user_id: z.uuid(), number: z.int(), display_name: z.string() }));
const calls = z.array(z.object({ id: z.uuid(), started_at: z.string(), ended_at: z.nullable(z.string()) }));
const titles = z.array(z.object({ title: z.nullable(z.string()) }));

export const readerOf = (context: AppLoadContext, request: Request, timeZone: string | null): Reader => ({
  tag: readerTag(context.locale, askedLanguages(request.headers)),
  timeZone: timeZone ?? "UTC",
  certain: timeZone !== null,
});

export async function readProfile({ rpc }: AppLoadContext): Promise<Profile | null> {
  const profile = await rpc("read_profile", {});
  return profile.ok ? profile.value : null;
}

/** Errors: `request/not-found`, `meeting/not-entered` to who may not read it. */
export async function readSummary(
  { rpc }: AppLoadContext,
  params: Readonly<Record<string, string | undefined>>,
): Promise<Result<CallSummary>> {
  const call = uuid.safeParse(params.callId);
  if (!call.success) return fail("request/not-found");
  const summary = await rpc("call_summary", { call_id: call.data });
  return summary.ok && summary.value.meeting_id !== params.id ? fail("request/not-found") : summary;
}

/** All who took part in the meeting, the first first. */
export async function readPeople(context: AppLoadContext, meetingId: string): Promise<Result<readonly PersonView[]>> {
  const found = await select(
    context,
    "participants",
    { meeting_id: `eq.${meetingId}`, select: "user_id,number,display_name", order: "number" },
    people,
  );
  if (!found.ok) return found;
  return ok(found.value.map(({ user_id, number, display_name }) => ({ id: user_id, number, name: display_name })));
}

/** Errors: those of `readSummary`. */
export async function readTranscript(
  context: AppLoadContext,
  params: Readonly<Record<string, string | undefined>>,
  profile: Profile | null,
  request: Request,
): Promise<Result<TranscriptView>> {
  const summary = await readSummary(context, params);
  if (!summary.ok) return summary;
  const { call_id, meeting_id, title, started_at, ended_at, attendance, languages: read, lines } = summary.value;
  const [page, everybody] = await Promise.all([
    context.rpc("transcript", { call_id, after: null }),
    readPeople(context, meeting_id),
  ]);
  if (!page.ok) return page;
  if (!everybody.ok) return everybody;
  const first = page.value.lines.slice(0, FIRST_LINES);
  const shown = first.flatMap((line) => lineOf(line) ?? []);
  const reads = profile?.reads ?? null;
  const there = new Set(attendance.map(({ user_id }) => user_id));
  return ok({
    meetingId: meeting_id,
    callId: call_id,
    title,
    startedAt: Date.parse(started_at),
    endedAt: ended_at === null ? null : Date.parse(ended_at),
    present: everybody.value.filter(({ id }) => there.has(id)),
    people: everybody.value,
    read: reads === null || read.includes(reads) ? read : [...read, reads],
    total: lines.reduce((sum, { count }) => sum + count, 0),
    first: {
      lines: shown,
      after: first.at(-1)?.seq ?? null,
      more: page.value.more || page.value.lines.length > first.length,
    },
    columns: columnsOf(new URL(request.url).searchParams, reads, languagesOf(shown, read)),
    reader: readerOf(context, request, profile?.time_zone ?? null),
  });
}

/** The calls of a meeting that the caller may read. Errors: `request/not-found`. */
export async function readCalls(
  context: AppLoadContext,
  meeting: string | undefined,
  profile: Profile | null,
  request: Request,
): Promise<Result<MeetingCallsView>> {
  const id = uuid.safeParse(meeting);
  if (!id.success) return fail("request/not-found");
  const [found, named] = await Promise.all([
    select(
      context,
      "calls",
      {
        meeting_id: `eq.${id.data}`,
        select: "id,started_at,ended_at",
        order: "started_at.desc",
        limit: String(CALLS),
      },
      calls,
    ),
    select(context, "meetings", { id: `eq.${id.data}`, select: "title" }, titles),
  ]);
  if (!found.ok) return found;
  if (!named.ok) return named;
  const [meetingFound] = named.value;
  if (meetingFound === undefined) return fail("request/not-found");
  return ok({
    meetingId: id.data,
    title: meetingFound.title,
    calls: found.value.map(({ id: call, started_at, ended_at }) => ({
      id: call,
      startedAt: Date.parse(started_at),
      endedAt: ended_at === null ? null : Date.parse(ended_at),
    })),
    reader: readerOf(context, request, profile?.time_zone ?? null),
  });
}
