/** What the recap of a call shows; made by its route. */
import type { Language } from "#contracts/languages.ts";
import type { Column, TranscriptLine } from "~/transcripts/core/index.ts";
import type { CallHeadView, PersonView, Reader } from "~/transcripts/landing.ts";
import type { FileView, LinkView, Talk } from "./core/recap.ts";
import type { SummaryState } from "./core/summary.ts";

export interface PresenceView extends PersonView {
  readonly speaks: Language;
  readonly reads: Language;
  /** Milliseconds since the epoch; `leftAt` null: still there. */
  readonly joinedAt: number;
  readonly leftAt: number | null;
  readonly seconds: number;
  /** That they wrote. */
  readonly messages: number;
}

export interface RecapView extends CallHeadView {
  readonly people: readonly PersonView[];
  /** In the order of coming. */
  readonly attendance: readonly PresenceView[];
  readonly talk: Talk;
  /** In time. `whole`: these are all. */
  readonly marked: { readonly lines: readonly TranscriptLine[]; readonly whole: boolean };
  readonly files: { readonly all: readonly FileView[]; readonly whole: boolean };
  readonly links: { readonly all: readonly LinkView[]; readonly whole: boolean };
  /** Lines that the call has. */
  readonly lines: number;
  /** In which it can be read, the reader's own first. */
  readonly languages: readonly Language[];
  readonly column: Column;
  readonly summary: Pick<SummaryState, "read" | "language" | "configured">;
  readonly reader: Reader;
}
