/** What a recogniser is told beforehand: how the glossary's words are spelled. */
import type { Caller } from "../_shared/caller.ts";
import { meetingTerms, type TermEntry } from "../_shared/contracts/glossary.ts";
import type { Language } from "../_shared/contracts/languages.ts";
import { TRANSCRIBE } from "../_shared/contracts/transcribe.ts";
import { connect, read } from "../_shared/database.ts";
import type { Project } from "../_shared/env.ts";

/** Of a meeting that the caller is in. None when the database does not say: speech is recognised without. */
export type TermsOf = (meetingId: string, caller: Caller) => Promise<readonly TermEntry[]>;

/** Milliseconds for which the terms of a meeting are kept; segments come every few seconds. */
const KEPT = 60_000;
const MOST_MEETINGS = 500;

/** `now`: milliseconds, of any origin. */
export function makeTermsOf(
  { url, publishableKey }: Pick<Project, "url" | "publishableKey">,
  now: () => number,
): TermsOf {
  const known = new Map<string, { readonly until: number; readonly terms: readonly TermEntry[] }>();
  return async (meetingId, { token }) => {
    const kept = known.get(meetingId);
    if (kept !== undefined && now() < kept.until) return kept.terms;
    const answer = await connect(url, publishableKey, token).rpc("meeting_terms", { meeting_id: meetingId });
    const terms = read(answer, meetingTerms);
    if (!terms.ok) return [];
    if (known.size >= MOST_MEETINGS) known.clear();
    known.set(meetingId, { until: now() + KEPT, terms: terms.value });
    return terms.value;
  };
}

/** Terms as they are said in a language, names that are the same in all, as many as fit. */
export function promptOf(terms: readonly TermEntry[], language: Language): string {
  const hints: string[] = [];
  let words = 0;
  for (const { term, language: own, never, translations } of terms) {
    const hint = own === language || never ? term : translations[language];
    if (hint === undefined || hints.includes(hint)) continue;
    words += hint.split(/\s+/u).length;
    if (words > TRANSCRIBE.hintWords) break;
    hints.push(hint);
  }
  return hints.join(", ");
}
