/** A workspace's glossary: what its words are called in other languages, or that they are never translated. */
import * as z from "zod/mini";
import { type Language, language } from "./languages.ts";
import { count } from "./numbers.ts";
import { time } from "./time.ts";

/** What engines and recognisers need of an approved term. A term may be `never` or have translations, or neither of them. */
export const termEntry = z.object({
  language,
  term: z.string(),
  /** Kept in every language as it is. */
  never: z.boolean(),
  translations: z.partialRecord(language, z.string()),
});
export type TermEntry = z.infer<typeof termEntry>;

/** `meeting_terms(p_meeting_id)`: those of the meeting's workspace, for whoever is admitted; of no workspace none. */
export const meetingTerms = z.array(termEntry);

/** `save_term`, `propose_term`. */
export const term = z.extend(termEntry, {
  id: z.uuid(),
  workspace_id: z.uuid(),
  note: z.string(),
  state: z.enum(["proposed", "approved"]),
  /** Where it was proposed; null for what a member wrote. */
  meeting_id: z.nullable(z.uuid()),
  /** User ids; null: their account is gone, or nobody. */
  proposed_by: z.nullable(z.uuid()),
  approved_by: z.nullable(z.uuid()),
  created_at: time,
  changed_at: time,
});
export type Term = z.infer<typeof term>;

/** `glossary(p_workspace_id)`: all of it, for members. `proposed_terms(p_meeting_id)`: what was proposed there and is undecided. */
export const terms = z.array(term);

/** `decide_term(p_term_id, p_approved)`: null once refused. */
export const decidedTerm = z.nullable(term);

/**
 * `import_terms(p_workspace_id, p_rows)`: all rows or none. `refused` names the rows (from 1) that are wrong, and why: a code
 * of the catalogue; then nothing was changed. A row is known by its language and its words, whatever their case.
 */
export const importedTerms = z.object({
  added: count,
  changed: count,
  unchanged: count,
  refused: z.array(z.object({ row: z.int().check(z.positive()), code: z.string() })),
});

/** A row of `import_terms`. */
export type TermRow = {
  readonly term: string;
  readonly language: Language;
  readonly never?: boolean;
  readonly translations?: TermEntry["translations"];
  readonly note?: string;
};

/**
 * `term_occurrences(p_term_id)`: calls of the last `LIMITS.termReach` that contain the term in lines, or in sentences of a summary
 * that was translated, the newest first.
 */
export const termLines = z.array(
  z.object({
    call_id: z.uuid(),
    meeting_id: z.uuid(),
    title: z.nullable(z.string()),
    started_at: time,
    lines: count,
    sentences: count,
  }),
);

/**
 * `retranslate_term(p_term_id, p_call_id)`: the lines whose translations are to be made again; ask `translate` for them next.
 * Of a summary with the term who reads it next has it made again.
 */
export const retranslated = z.object({ line_ids: z.array(z.uuid()) });
