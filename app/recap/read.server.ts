/** What a recap shows, read as the caller. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Profile } from "#contracts/account.ts";
import { ok, type Result } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { CallSummary } from "#contracts/recap.ts";
import { type ReadSummary, SUMMARY } from "#contracts/summary.ts";
import { isSummarising } from "~/platform/configured.server.ts";
import { languagesOf, lineOf } from "~/transcripts/core/index.ts";
import { type PersonView, readColumn } from "~/transcripts/landing.ts";
import { readerOf, readPeople, readSummary } from "~/transcripts/read.server.ts";
import { shownMarks } from "./core/markedLines.ts";
import { filesOf, linksOf, talkOf } from "./core/recap.ts";
import type { PresenceView, RecapView } from "./view.ts";

/** Of a call with a summary, or too short for one, nobody needs to know. */
const isNeeded = ({ summary }: ReadSummary, lines: number) =>
  summary === null ? lines >= SUMMARY.fewest : summary.stale;

/** Errors: those of `readSummary`. */
export async function readRecap(
  context: AppLoadContext,
  params: Readonly<Record<string, string | undefined>>,
  profile: Profile | null,
  request: Request,
): Promise<Result<RecapView>> {
  const figures = await readSummary(context, params);
  if (!figures.ok) return figures;
  const call = figures.value;
  const { call_id, meeting_id } = call;
  const reads = profile?.reads ?? null;
  const column = readColumn(new URL(request.url).searchParams.get("language")) ?? reads ?? "original";
  const language = column === "original" ? null : column;
  const [marked, filed, linked, everybody, written] = await Promise.all([
    context.rpc("missed", { call_id, after: null }),
    context.rpc("filed_lines", { call_id }),
    context.rpc("linked_lines", { call_id }),
    readPeople(context, meeting_id),
    context.rpc("read_summary", { call_id, ...(language !== null && { language }) }),
  ]);
  if (!marked.ok) return marked;
  if (!filed.ok) return filed;
  if (!linked.ok) return linked;
  if (!everybody.ok) return everybody;
  if (!written.ok) return written;
  const marks = shownMarks(marked.value.marks);
  const there = new Set(call.attendance.map(({ user_id }) => user_id));
  return ok({
    meetingId: meeting_id,
    callId: call_id,
    title: call.title,
    startedAt: Date.parse(call.started_at),
    endedAt: call.ended_at === null ? null : Date.parse(call.ended_at),
    present: everybody.value.filter(({ id }) => there.has(id)),
    people: everybody.value,
    attendance: presenceOf(call, everybody.value),
    talk: talkOf(call.talk),
    marked: { lines: marks, whole: marked.value.marks.length < LIMITS.transcriptPage },
    files: { all: filesOf(filed.value.lines.flatMap((line) => lineOf(line) ?? [])), whole: !filed.value.more },
    links: { all: linksOf(linked.value.lines.flatMap((line) => lineOf(line) ?? [])), whole: !linked.value.more },
    lines: marked.value.lines,
    languages: [
      ...new Set([
        ...(reads === null ? [] : [reads]),
        ...languagesOf(marks, call.languages),
        ...call.talk.map((one) => one.language),
      ]),
    ],
    column,
    summary: {
      read: written.value,
      language,
      configured: isNeeded(written.value, marked.value.lines) ? await isSummarising(context) : null,
    },
    reader: readerOf(context, request, profile?.time_zone ?? null),
  });
}

function presenceOf({ attendance, lines }: CallSummary, people: readonly PersonView[]): PresenceView[] {
  const numbers = new Map(people.map(({ id, number }) => [id, number]));
  return attendance.map(({ user_id, display_name, speaks, reads, joined_at, left_at, seconds }) => ({
    id: user_id,
    number: numbers.get(user_id) ?? 1,
    name: display_name,
    ...{ speaks, reads, seconds },
    joinedAt: Date.parse(joined_at),
    leftAt: left_at === null ? null : Date.parse(left_at),
    messages: lines.find((one) => one.user_id === user_id && one.kind === "chat")?.count ?? 0,
  }));
}
