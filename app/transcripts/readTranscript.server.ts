/** Loads the pages of transcripts, as the caller. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import * as z from "zod/mini";
import type { Profile } from "#contracts/account.ts";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { CallSummary } from "#contracts/recap.ts";
import { acceptedLanguages } from "~/i18n/acceptLanguage.ts";
import { readLanguagePairs } from "~/lib/backendStatus.server.ts";
import { preferredLanguageTag, type ReaderLocale } from "~/lib/dates.ts";
import { firstLines } from "./core/firstLines.ts";
import { columnsFromSearch } from "./transcriptColumns.ts";
import { availableLanguages, toTranscriptLine } from "./transcriptLine.ts";
import type { TranscriptView } from "./transcriptView.ts";

const uuidSchema = z.guid();

export const readerLocaleFor = (context: AppLoadContext, request: Request, timeZone: string | null): ReaderLocale => ({
  languageTag: preferredLanguageTag(context.locale, acceptedLanguages(request.headers)),
  timeZone: timeZone ?? "UTC",
  timeZoneChosen: timeZone !== null,
});

export async function readProfile({ rpc }: AppLoadContext): Promise<Profile | null> {
  const profile = await rpc("read_profile", {});
  return profile.ok ? profile.value : null;
}

/** Errors: `request/not-found`; `meeting/not-entered` if the caller may not read the call. */
export async function readCallSummary(
  { rpc }: AppLoadContext,
  params: Readonly<Record<string, string | undefined>>,
): Promise<Result<CallSummary>> {
  const call = uuidSchema.safeParse(params.callId);
  if (!call.success) return fail("request/not-found");
  const summary = await rpc("call_recap", { p_call_id: call.data });
  return summary.ok && summary.value.meeting_id !== params.id ? fail("request/not-found") : summary;
}

/** Returns the part of a page about a call that its header shows. */
export function toCallPageHeader(call: CallSummary) {
  const attendeeIds = new Set(call.attendance.map(({ user_id }) => user_id));
  return {
    meetingId: call.meeting_id,
    callId: call.call_id,
    title: call.title,
    hostName: call.host_name,
    startedAt: Date.parse(call.started_at),
    endedAt: call.ended_at === null ? null : Date.parse(call.ended_at),
    keptUntil: call.kept_until === null ? null : Date.parse(call.kept_until),
    reading: { whole: call.whole, shared: call.shared, mayShare: call.may_share },
    attendees: call.people.filter(({ id }) => attendeeIds.has(id)),
  };
}

/** Errors: those of `readCallSummary`. */
export async function readTranscript(
  context: AppLoadContext,
  params: Readonly<Record<string, string | undefined>>,
  profile: Profile | null,
  request: Request,
): Promise<Result<TranscriptView>> {
  const summary = await readCallSummary(context, params);
  if (!summary.ok) return summary;
  const { call_id, people, languages: attendeeLanguages, lines } = summary.value;
  const [page, pairs] = await Promise.all([
    context.rpc("transcript", { p_call_id: call_id }),
    readLanguagePairs(context),
  ]);
  if (!page.ok) return page;
  const initialLines = firstLines(page.value.lines);
  const shown = initialLines.flatMap((line) => toTranscriptLine(line) ?? []);
  const reads = profile?.reads ?? null;
  return ok({
    ...toCallPageHeader(summary.value),
    people,
    readLanguages:
      reads === null || attendeeLanguages.includes(reads) ? attendeeLanguages : [...attendeeLanguages, reads],
    lineCount: lines.reduce((sum, { count }) => sum + count, 0),
    initialLines: {
      lines: shown,
      lastSeq: initialLines.at(-1)?.seq ?? null,
      hasMore: page.value.more || page.value.lines.length > initialLines.length,
    },
    columns: columnsFromSearch(new URL(request.url).searchParams, reads, availableLanguages(shown, attendeeLanguages)),
    pairs,
    reader: readerLocaleFor(context, request, profile?.time_zone ?? null),
  });
}
