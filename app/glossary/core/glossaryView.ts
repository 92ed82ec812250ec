/** Data that the server loads for the glossary page, and results of its forms. */
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
  /** Title of the meeting where it was proposed, if the reader has access. */
  readonly meeting: string | null;
  readonly changedAt: string;
}

/** A form above the list: add, edit or delete a term, or import a file. */
export type GlossaryPanel =
  | { readonly kind: "add" | "import" }
  | { readonly kind: "edit" | "delete"; readonly id: string };

/** Formats a panel for a URL or a button's value: `add`, `import`, `edit.<id>`, `delete.<id>`. */
export const formatPanel = (panel: GlossaryPanel): string => ("id" in panel ? `${panel.kind}.${panel.id}` : panel.kind);

export function parsePanel(text: string | null): GlossaryPanel | null {
  const [kind, id] = text?.split(".") ?? [];
  if (kind === "add" || kind === "import") return { kind };
  return (kind === "edit" || kind === "delete") && id !== undefined ? { kind, id } : null;
}

export interface GlossaryView {
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  /** Id of the shown workspace; null: the reader has none. */
  readonly workspace: string | null;
  /** All terms of a short glossary, or one page of a long one. */
  readonly terms: readonly TermView[];
  /** Number of terms in the glossary. */
  readonly total: number;
  /** Differs after each change of the terms (`termsVersion`). */
  readonly version: string;
  /** All languages of the terms and their translations, ordered by code. */
  readonly languages: readonly Language[];
  /** Number of the next page's first term, without JavaScript; null: this is the last page. */
  readonly next: number | null;
  /** Titles of the meetings of all proposals, by id, if the reader has access. */
  readonly meetings: readonly (readonly [string, string])[];
  /** The term of `panel`, which may not be among `terms`. */
  readonly panelTerm: TermView | null;
  /** Why the terms could not be read. */
  readonly error: ErrorCode | null;
  /** Id of the next new term, so that a repeated submission adds it once. */
  readonly newId: string;
  /** Likely languages of the terms. */
  readonly suggestedLanguages: readonly Language[];
  /** From the URL, without JavaScript. */
  readonly panel: GlossaryPanel | null;
  readonly searchText: string;
  readonly language: Language | "";
  readonly state: TermView["state"] | "";
}

/** Unvalidated form values. */
export interface TermValues {
  readonly id: string;
  readonly term: string;
  readonly language: string;
  readonly never: boolean;
  readonly translations: readonly { readonly language: string; readonly word: string }[];
  readonly note: string;
  /** Time of the stored term's last change; empty for a new term. */
  readonly changedAt: string;
}

/** `own`: the language of the term itself; `twice`: two translations into one language. */
export type TranslationFault = ErrorCode | "own" | "twice";

export interface TermErrors {
  readonly term?: ErrorCode;
  readonly language?: ErrorCode;
  /** By the index of the translation. */
  readonly translations?: Readonly<Record<number, TranslationFault>>;
  readonly note?: ErrorCode;
  readonly form?: ErrorCode;
}

/** Recent lines and sentences that contain a term. */
export interface RetranslationScope {
  readonly id: string;
  readonly term: string;
  readonly language: Language;
  readonly lines: number;
  /** Sentences of translated summaries. */
  readonly sentences: number;
  /** The newest first. */
  readonly calls: readonly { readonly id: string; readonly lines: number }[];
}

/** Why a row is invalid. Each has a message `glossary.fault.<fault>`. */
export type RowFault =
  | "encoding"
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
  /** Counted as a spreadsheet does: the column names are row 1. */
  readonly row: number;
  readonly fault: RowFault;
  /** The invalid cell, if there is one. */
  readonly cell?: string;
}

/** A term of a file compared with the glossary. */
export type ImportStatus = "new" | "changed" | "unchanged";

export interface ImportPreview {
  readonly terms: readonly {
    readonly row: number;
    readonly term: string;
    readonly language: Language;
    readonly status: ImportStatus;
  }[];
  readonly invalidRows: readonly InvalidRow[];
}

/** Result of a submitted form. */
export type GlossaryActionResult =
  | { readonly kind: "term"; readonly values: TermValues; readonly errors: TermErrors }
  | {
      readonly kind: "done";
      readonly what: "saved" | "approved" | "refused" | "deleted";
      readonly id: string;
      /** The stored term. Null: it was removed. */
      readonly entry: TermView | null;
      readonly term: string;
      readonly language: Language | null;
      readonly scope: RetranslationScope | null;
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

export interface RetranslationResult {
  readonly kind: "retranslated";
  readonly scope: RetranslationScope;
  /** Lines whose translation can be requested again. */
  readonly lineIds: readonly string[];
  /** Calls that were not reached because of `error`. */
  readonly remainingCalls: readonly string[];
  readonly error: ErrorCode | null;
}
