/** A workspace's glossary: terms with their translations, or terms that are never translated. */
import * as z from "zod/mini";
import { type Language, language } from "./languages.ts";
import { count } from "./numbers.ts";
import { time } from "./time.ts";

/** An approved term for engines and recognisers. It is `never` translated, has translations, or neither. */
export const termEntry = z.object({
  language,
  term: z.string(),
  /** Stays the same in every language. */
  never: z.boolean(),
  translations: z.partialRecord(language, z.string()),
});
export type TermEntry = z.infer<typeof termEntry>;

/** `meeting_terms(p_meeting_id)`: the terms of the meeting's workspace, for admitted participants. Empty without workspace. */
export const meetingTerms = z.array(termEntry);

/** Result of `save_term` and `propose_term`. */
export const term = z.extend(termEntry, {
  id: z.guid(),
  workspace_id: z.guid(),
  note: z.string(),
  state: z.enum(["proposed", "approved"]),
  /** The meeting of the proposal. Null for a member's own term. */
  meeting_id: z.nullable(z.guid()),
  /** User ids. Null for nobody, or a deleted account. */
  proposed_by: z.nullable(z.guid()),
  approved_by: z.nullable(z.guid()),
  created_at: time,
  changed_at: time,
});
export type Term = z.infer<typeof term>;

/** `glossary(p_workspace_id)`: all terms, for members. `proposed_terms(p_meeting_id)`: the meeting's undecided proposals. */
export const terms = z.array(term);

/** `decide_term(p_term_id, p_approved)`: null after a rejection. */
export const decidedTerm = z.nullable(term);

/**
 * `import_terms(p_workspace_id, p_rows)`: all rows or none. `refused` lists wrong rows (from 1) with a code of the
 * catalogue, and then nothing was changed. `glossary/full` names the last row. Language and term, in any case, identify a row.
 */
export const importedTerms = z.object({
  added: count,
  changed: count,
  unchanged: count,
  refused: z.array(z.object({ row: z.int().check(z.positive()), code: z.string() })),
});

/** An input row of `import_terms`. */
export type TermRow = {
  readonly term: string;
  readonly language: Language;
  readonly never?: boolean;
  readonly translations?: TermEntry["translations"];
  readonly note?: string;
};

/**
 * `term_occurrences(p_term_id)`: calls within `GLOSSARY.termSearchMaxAgeMs` that contain the term in lines, or in
 * sentences of a translated summary, newest first.
 */
export const termLines = z.array(
  z.object({
    call_id: z.guid(),
    meeting_id: z.guid(),
    title: z.nullable(z.string()),
    started_at: time,
    lines: count,
    sentences: count,
  }),
);

/**
 * `retranslate_term(p_term_id, p_call_id)`: the lines to translate again; request them from `translate` next. A summary
 * with the term is translated again for its next reader.
 */
export const retranslated = z.object({ line_ids: z.array(z.guid()) });
