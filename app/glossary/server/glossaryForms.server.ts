/** Validates the glossary's forms on the server, so that the page loads no schemas. */
import * as z from "zod/mini";
import { type ErrorCode, isErrorCode } from "#contracts/errors.ts";
import type { TermEntry, TermRow } from "#contracts/glossary.ts";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import { language } from "#contracts/languages.ts";
import { codePointLength } from "#contracts/limits.ts";
import { cleanMessage } from "#contracts/text/cleanMessage.ts";
import { cleanTerm } from "../core/cleanTerm.ts";
import { callIdsOf } from "../core/formValues.ts";
import type { TermErrors, TermValues, TranslationFault } from "../core/glossaryView.ts";

const lengthError = (text: string, { min, max }: { min: number; max: number }): ErrorCode | null =>
  codePointLength(text) < min ? "glossary/empty" : codePointLength(text) > max ? "glossary/too-long" : null;

const cleanedText = (clean: (raw: string) => string, bounds: { min: number; max: number }) =>
  z.pipe(z.string(), z.transform(clean)).check((context) => {
    const message = lengthError(context.value, bounds);
    if (message !== null) context.issues.push({ code: "custom", message, input: context.value });
  });

const termText = cleanedText(cleanTerm, GLOSSARY.term);
const termForm = z.object({
  id: z.guid(),
  term: termText,
  language,
  never: z.boolean(),
  note: cleanedText(cleanMessage, GLOSSARY.termNote),
});

/** `more` adds a translation row without JavaScript. */
export const glossaryActionForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["save", "more", "preview", "import"]) }),
  z.object({ intent: z.literal("decide"), id: z.guid(), approved: z.enum(["yes", "no"]) }),
  z.object({ intent: z.literal("delete"), id: z.guid() }),
  z.object({ intent: z.literal("retranslate"), id: z.guid() }),
]);

/** Returns the term or the errors by field. Empty translations are omitted, and all of them if the term is never translated. */
export function parseTerm(values: TermValues): { term: Required<TermRow> & { id: string } } | { errors: TermErrors } {
  const parsed = termForm.safeParse(values);
  const { translations, faults } = parseTranslations(values);
  const hasFaults = Object.keys(faults).length > 0;
  if (parsed.success && !hasFaults) return { term: { ...parsed.data, translations } };
  const messages = new Map(parsed.error?.issues.map(({ path, message }) => [path[0], message]));
  const code = (field: keyof TermValues, otherwise: ErrorCode) => {
    const message = messages.get(field);
    return message === undefined ? undefined : isErrorCode(message) ? message : otherwise;
  };
  const term = code("term", "glossary/empty");
  const note = code("note", "glossary/too-long");
  return {
    errors: {
      ...(term && { term }),
      ...(messages.has("language") && { language: "language/unknown" }),
      ...(hasFaults && { translations: faults }),
      ...(note && { note }),
      ...(messages.has("id") && { form: "request/invalid" }),
    },
  };
}

function parseTranslations({ never, language: termLanguage, translations: rows }: TermValues) {
  const translations: TermEntry["translations"] = {};
  const faults: Record<number, TranslationFault> = {};
  for (const [index, { language: to, word }] of never ? [] : rows.entries()) {
    if (cleanTerm(word) === "") continue;
    const into = language.safeParse(to);
    const translation = termText.safeParse(word);
    if (!into.success) faults[index] = "language/unknown";
    else if (!translation.success) faults[index] = "glossary/too-long";
    else if (into.data === termLanguage) faults[index] = "own";
    else if (into.data in translations) faults[index] = "twice";
    else translations[into.data] = translation.data;
  }
  return { translations, faults };
}

/** Assigns a database error to its field. */
export function toTermErrors(code: ErrorCode): TermErrors {
  switch (code) {
    case "glossary/empty":
    case "glossary/too-long":
    case "glossary/duplicate":
      return { term: code };
    case "language/unknown":
      return { language: code };
    default:
      return { form: code };
  }
}

/** Returns the calls in which to retranslate a term. */
export function parseCallIds(form: FormData): string[] {
  const parsed = z.array(z.guid()).check(z.maxLength(100)).safeParse(callIdsOf(form));
  return parsed.success ? parsed.data : [];
}
