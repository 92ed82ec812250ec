/** Terms of a workspace's glossary, as the database returns them. */
import type { Term } from "../../supabase/functions/_shared/contracts/glossary.ts";
import { LANGUAGES } from "../../supabase/functions/_shared/contracts/languages.ts";

const WORKSPACE = "11111111-0000-4000-8000-000000000000";

/** The id of the term with this number. */
export const termId = (number: number): string => `22222222-0000-4000-8000-${String(number).padStart(12, "0")}`;

export const storedTerm = (number: number, values: Partial<Term> = {}): Term => ({
  ...{ id: termId(number), workspace_id: WORKSPACE, term: `term ${String(number).padStart(3, "0")}`, language: "en" },
  ...{ never: false, translations: {}, note: "", state: "approved", meeting_id: null, proposed_by: null },
  ...{ approved_by: null, created_at: "2026-11-01T10:00:00+00:00", changed_at: "2026-11-01T10:00:00+00:00" },
  ...values,
});

/** Terms with a translation of 80 characters into each of this many languages. */
export function storedTerms(count: number, translationCount: number): Term[] {
  const into = Object.keys(LANGUAGES)
    .filter((code) => code !== "en")
    .slice(0, translationCount);
  return Array.from({ length: count }, (_, number) =>
    storedTerm(number, {
      translations: Object.fromEntries(into.map((code) => [code, `${number} in ${code} `.padEnd(80, "é")])),
    }),
  );
}
