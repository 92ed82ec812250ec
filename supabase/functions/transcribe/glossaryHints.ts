/** Glossary terms as hints for the recogniser's spelling. */
import type { Caller } from "../_shared/caller.ts";
import { meetingTerms, type TermEntry } from "../_shared/contracts/glossary.ts";
import type { Language } from "../_shared/contracts/languages.ts";
import { TRANSCRIBE } from "../_shared/contracts/transcribe.ts";
import type { Project } from "../_shared/env.ts";
import { createRestClient, parseRestResponse } from "../_shared/restClient.ts";

/** Returns the hints for segments in a language. On failure it returns none, because recognition works without hints. */
export type FetchHints = (meetingId: string, language: Language, caller: Caller) => Promise<string>;

/** Segments arrive every few seconds, so the hints are cached. Not the terms, of which a meeting may have two megabytes. */
const HINTS_TTL_MS = 60_000;
const MAX_CACHED_HINTS = 500;

/** `now` returns milliseconds of any origin. */
export function createHintsFetcher(
  { url, publishableKey }: Pick<Project, "url" | "publishableKey">,
  now: () => number,
): FetchHints {
  const cache = new Map<string, { readonly until: number; readonly hints: string }>();
  return async (meetingId, language, { token }) => {
    const key = `${meetingId} ${language}`;
    const cached = cache.get(key);
    if (cached !== undefined && now() < cached.until) return cached.hints;
    const response = await createRestClient(url, publishableKey, token).rpc("meeting_terms", {
      p_meeting_id: meetingId,
    });
    const terms = parseRestResponse(response, meetingTerms);
    if (!terms.ok) return "";
    const hints = recogniserPrompt(terms.value, language);
    if (cache.size >= MAX_CACHED_HINTS) cache.clear();
    cache.set(key, { until: now() + HINTS_TTL_MS, hints });
    return hints;
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
