/** What the screen of a glossary shows, and what its forms are answered; made on the server. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";

export interface TermView {
  readonly id: string;
  readonly term: string;
  readonly language: Language;
  readonly never: boolean;
  readonly translations: readonly (readonly [Language, string])[];
  readonly note: string;
  readonly state: "proposed" | "approved";
  /** Of the meeting where it was proposed, if the reader knows that. */
  readonly meeting: string | null;
  readonly changedAt: string;
}

/** What stands over the list: a term to add, to change or to delete, or a file to take in. */
export type GlossaryPanel =
  | { readonly kind: "add" | "import" }
  | { readonly kind: "edit" | "delete"; readonly id: string };

/** As it stands in an address and on a button: `add`, `import`, `edit.<id>`, `delete.<id>`. */
export const formatPanel = (panel: GlossaryPanel): string => ("id" in panel ? `${panel.kind}.${panel.id}` : panel.kind);

export function parsePanel(text: string | null): GlossaryPanel | null {
  const [kind, id] = text?.split(".") ?? [];
  if (kind === "add" || kind === "import") return { kind };
  return (kind === "edit" || kind === "delete") && id !== undefined ? { kind, id } : null;
}

export interface GlossaryView {
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  /** The one whose glossary it is; null: one is in none. */
  readonly workspace: string | null;
  readonly terms: readonly TermView[];
  /** Why the terms could not be read. */
  readonly error: ErrorCode | null;
  /** Of the term that the next press adds: the same press twice adds one. */
  readonly newId: string;
  /** Languages that its terms are likely to be in. */
  readonly suggestedLanguages: readonly Language[];
  /** Asked for by the address, where there are no scripts. */
  readonly panel: GlossaryPanel | null;
  readonly searchText: string;
  readonly language: Language | "";
  readonly state: TermView["state"] | "";
}

/** As typed. */
export interface TermValues {
  readonly id: string;
  readonly term: string;
  readonly language: string;
  readonly never: boolean;
  readonly translations: readonly { readonly language: string; readonly word: string }[];
  readonly note: string;
  /** When the term that is changed was last; empty for a new one. */
  readonly changedAt: string;
}

/** `own`: the language of the term itself; `twice`: two translations into one language. */
export type TranslationFault = ErrorCode | "own" | "twice";

export interface TermErrors {
  readonly term?: ErrorCode;
  readonly language?: ErrorCode;
  /** By the place of the translation. */
  readonly translations?: Readonly<Record<number, TranslationFault>>;
  readonly note?: ErrorCode;
  readonly form?: ErrorCode;
}

/** Where a term was said lately. */
export interface RetranslationScope {
  readonly id: string;
  readonly term: string;
  readonly language: Language;
  readonly lines: number;
  /** Of summaries that were translated. */
  readonly sentences: number;
  /** The newest first. */
  readonly calls: readonly { readonly id: string; readonly lines: number }[];
}

/** Why a row is wrong; a key each, `glossary.fault.<fault>`. */
export type RowFault =
  | "quote"
  | "columns"
  | "unknown-column"
  | "column-twice"
  | "too-many"
  | "nothing"
  | "cells"
  | "empty"
  | "too-long"
  | "language"
  | "never"
  | "never-translated"
  | "own-language"
  | "twice"
  | "refused";

export interface InvalidRow {
  /** As a spreadsheet counts: the names of the columns are row 1. */
  readonly row: number;
  readonly fault: RowFault;
  /** The cell that is wrong, where there is one to show. */
  readonly cell?: string;
}

/** A term of a file compared with the glossary. */
export type ImportStatus = "new" | "changed" | "unchanged";

export interface ImportPreview {
  readonly terms: readonly {
    readonly row: number;
    readonly term: string;
    readonly language: Language;
    readonly standing: ImportStatus;
  }[];
  readonly wrong: readonly InvalidRow[];
}

/** What a press led to. */
export type GlossaryActionResult =
  | { readonly kind: "term"; readonly values: TermValues; readonly errors: TermErrors }
  | {
      readonly kind: "done";
      readonly what: "saved" | "approved" | "refused" | "deleted";
      readonly term: string;
      readonly language: Language | null;
      readonly reach: RetranslationScope | null;
    }
  | { readonly kind: "failed"; readonly code: ErrorCode; readonly id: string }
  | {
      readonly kind: "preview";
      readonly text: string;
      readonly preview: ImportPreview;
      readonly error: ErrorCode | null;
    }
  | { readonly kind: "imported"; readonly added: number; readonly changed: number; readonly unchanged: number }
  | RetranslationResult;

/** Lines that were asked for again; of `missed` there is no new translation yet. `left`: calls not come to, and why. */
export interface RetranslationResult {
  readonly kind: "retranslated";
  readonly reach: RetranslationScope;
  readonly lines: number;
  readonly missed: number;
  readonly left: readonly string[];
  readonly error: ErrorCode | null;
}
