/** Glossary terms as hints for the recogniser's spelling. */
import type { Caller } from "../_shared/caller.ts";
import { meetingTerms, type TermEntry } from "../_shared/contracts/glossary.ts";
import type { Language } from "../_shared/contracts/languages.ts";
import { TRANSCRIBE } from "../_shared/contracts/transcribe.ts";
import type { Project } from "../_shared/env.ts";
import { createRestClient, parseRestResponse } from "../_shared/restClient.ts";

/** Returns the terms of the caller's meeting. On failure it returns none, because recognition works without hints. */
export type FetchMeetingTerms = (meetingId: string, caller: Caller) => Promise<readonly TermEntry[]>;

/** Segments arrive every few seconds, so the terms of a meeting are cached. */
const TERMS_TTL_MS = 60_000;
const MAX_CACHED_MEETINGS = 500;

/** `now` returns milliseconds of any origin. */
export function createTermsFetcher(
  { url, publishableKey }: Pick<Project, "url" | "publishableKey">,
  now: () => number,
): FetchMeetingTerms {
  const cache = new Map<string, { readonly until: number; readonly terms: readonly TermEntry[] }>();
  return async (meetingId, { token }) => {
    const cached = cache.get(meetingId);
    if (cached !== undefined && now() < cached.until) return cached.terms;
    const response = await createRestClient(url, publishableKey, token).rpc("meeting_terms", {
      p_meeting_id: meetingId,
    });
    const terms = parseRestResponse(response, meetingTerms);
    if (!terms.ok) return [];
    if (cache.size >= MAX_CACHED_MEETINGS) cache.clear();
    cache.set(meetingId, { until: now() + TERMS_TTL_MS, terms: terms.value });
    return terms.value;
  };
}

/** Returns as many terms as fit: their form in this language, and terms that stay the same in all languages. */
export function recogniserPrompt(terms: readonly TermEntry[], language: Language): string {
  const hints: string[] = [];
  let words = 0;
  for (const { term, language: own, never, translations } of terms) {
    const hint = own === language || never ? term : translations[language];
    if (hint === undefined || hints.includes(hint)) continue;
    words += hint.split(/\s+/u).length;
    if (words > TRANSCRIBE.maxHintWords) break;
    hints.push(hint);
  }
  return hints.join(", ");
}
