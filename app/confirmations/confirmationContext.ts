/** The values that all parts of a confirmation share. */
import type { Language } from "#contracts/languages.ts";
import type { TranscriptColumn } from "../transcripts/transcriptLine.ts";
import type { Confirmations, ConfirmationsState } from "./confirmations.ts";

export interface ConfirmationContext {
  readonly confirmations: Confirmations;
  readonly state: ConfirmationsState;
  readonly column: TranscriptColumn;
  /** The user's id. */
  readonly me: string | null;
  /** The language that the reader writes. */
  readonly writes: Language;
}
