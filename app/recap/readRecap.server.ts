/** Loads a recap as the caller. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Profile } from "#contracts/account.ts";
import { ok, type Result } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { CallSummary } from "#contracts/recap.ts";
import { SUMMARY, type SummaryStatus } from "#contracts/summary.ts";
import { dayOf } from "~/confirmations/days.ts";
import { isSummaryConfigured, readLanguagePairs } from "~/lib/backendStatus.server.ts";
import { readCallSummary, readerLocaleFor, toCallPageHeader } from "~/transcripts/readTranscript.server.ts";
import { parseColumn } from "~/transcripts/transcriptColumns.ts";
import { availableLanguages, toTranscriptLine } from "~/transcripts/transcriptLine.ts";
import type { TranscriptPerson } from "~/transcripts/transcriptView.ts";
import { computeTalkTimes, extractFiles, extractLinks } from "./core/recap.ts";
import type { RecapAttendee, RecapView } from "./core/recapView.ts";
import { toMarkedLines } from "./core/translatedMarks.ts";

/** A call that is too short, or has a current summary, needs no model. */
const needsSummariseCheck = ({ summary }: SummaryStatus, lines: number) =>
  summary === null ? lines >= SUMMARY.minLines : summary.stale;

/** Errors: those of `readCallSummary`. */
export async function readRecap(
  context: AppLoadContext,
  params: Readonly<Record<string, string | undefined>>,
  profile: Profile | null,
  request: Request,
): Promise<Result<RecapView>> {
  const callSummary = await readCallSummary(context, params);
  if (!callSummary.ok) return callSummary;
  const call = callSummary.value;
  const { call_id } = call;
  const reads = profile?.reads ?? null;
  const column = parseColumn(new URL(request.url).searchParams.get("language")) ?? reads ?? "original";
  const language = column === "original" ? null : column;
  const [marked, confirmations, withFiles, withLinks, written, pairs] = await Promise.all([
    context.rpc("missed_lines", { p_call_id: call_id }),
    context.rpc("call_confirmations", { p_call_id: call_id }),
    context.rpc("lines_with_files", { p_call_id: call_id }),
    context.rpc("lines_with_links", { p_call_id: call_id }),
    context.rpc("read_summary", { p_call_id: call_id, ...(language !== null && { p_language: language }) }),
    readLanguagePairs(context),
  ]);
  if (!marked.ok) return marked;
  if (!withFiles.ok) return withFiles;
  if (!withLinks.ok) return withLinks;
  if (!written.ok) return written;
  const marks = toMarkedLines(marked.value.marks);
  const links = extractLinks(withLinks.value.lines.flatMap((line) => toTranscriptLine(line) ?? []));
  return ok({
    ...toCallPageHeader(call),
    people: call.people,
    attendance: toAttendees(call, call.people),
    talk: computeTalkTimes(call.talk),
    captioned: call.captioned && { from: Date.parse(call.captioned.from), until: Date.parse(call.captioned.until) },
    marked: { lines: marks, complete: marked.value.marks.length < LIMITS.transcriptLinesPerPage },
    confirmations: confirmations.ok ? confirmations.value : null,
    writes: profile?.speaks ?? reads ?? "en",
    today: dayOf(Date.now(), profile?.time_zone ?? null),
    files: {
      all: extractFiles(withFiles.value.lines.flatMap((line) => toTranscriptLine(line) ?? [])),
      complete: !withFiles.value.more,
    },
    links: { all: links.all, complete: links.complete && !withLinks.value.more },
    lineCount: marked.value.lines,
    languages: [
      ...new Set([
        ...(reads === null ? [] : [reads]),
        ...availableLanguages(marks, call.languages),
        ...call.talk.map((talk) => talk.language),
      ]),
    ],
    column,
    summary: {
      read: written.value,
      language,
      // A summary is about the whole call.
      configured: !call.whole
        ? false
        : needsSummariseCheck(written.value, marked.value.lines)
          ? await isSummaryConfigured(context)
          : null,
    },
    pairs,
    reader: readerLocaleFor(context, request, profile?.time_zone ?? null),
  });
}

function toAttendees(
  { attendance, lines, people: named }: CallSummary,
  people: readonly TranscriptPerson[],
): RecapAttendee[] {
  const colours = new Map(people.map(({ id, colour }) => [id, colour]));
  const avatars = new Map(named.map(({ id, avatar }) => [id, avatar]));
  return attendance.map(({ user_id, display_name, speaks, reads, joined_at, left_at, seconds }) => ({
    id: user_id,
    colour: colours.get(user_id) ?? 1,
    avatar: avatars.get(user_id) ?? null,
    name: display_name,
    ...{ speaks, reads, seconds },
    joinedAt: Date.parse(joined_at),
    leftAt: left_at === null ? null : Date.parse(left_at),
    messages: lines.find((lineCount) => lineCount.user_id === user_id && lineCount.kind === "chat")?.count ?? 0,
  }));
}
