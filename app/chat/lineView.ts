/** What the chat's components show; made from the timeline and the translation ladder. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { SharedFile } from "#contracts/files.ts";
import type { Language } from "#contracts/languages.ts";
import type { Emoji, Mark } from "#contracts/lines.ts";
import type { LineDisplay } from "~/translation/resolveTranslation.ts";
import type { LineAction } from "./timelineEntry.ts";

export interface LineView {
  readonly id: string;
  readonly authorNumber: number;
  readonly authorName: string;
  readonly isMe: boolean;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Of the original. */
  readonly language: Language;
  readonly original: string;
  readonly display: LineDisplay;
  /**
   * `failed`: kept, and may be sent again under the same id. `held`: the same, and it goes by itself; `waiting`: behind
   * such a one.
   */
  readonly delivery: "sent" | "pending" | "waiting" | "held" | "failed";
  /** Why it failed. */
  readonly failure?: ErrorCode;
  readonly replyTo?: QuoteView;
  /** This person is mentioned, by somebody else. */
  readonly mentionsMe?: boolean;
  /** Words of the text that name those who are mentioned, as `@Tom`. */
  readonly mentioned?: readonly string[];
  readonly forwarded?: boolean;
  readonly edited?: boolean;
  readonly deleted?: boolean;
  /** Of a meeting that keeps nothing. */
  readonly fleeting?: boolean;
  readonly reactions?: readonly ReactionView[];
  readonly action?: LineAction | null;
  readonly mark?: Mark | null;
  readonly file?: SharedFile | null;
  /** Whose task it is. Here and below an empty name is of somebody who is not known here. */
  readonly markName?: string;
  /** Who corrected it, of others than its author. */
  readonly correctedBy?: string;
}

/** Of a file without words: it stands under the line, and is not said twice. Its name in the reader's language is. */
export const isFileNameOnly = ({ file, original, display }: LineView): boolean =>
  file?.name === original && (display.kind !== "translated" || display.text.toLowerCase() === original.toLowerCase());

/** The line that is answered: in the reader's language, or only its id while it is not here. */
export interface QuoteView {
  readonly id: string;
  readonly line: Pick<
    LineView,
    "authorNumber" | "authorName" | "isMe" | "language" | "original" | "display" | "deleted"
  > | null;
}

export interface ReactionView {
  readonly emoji: Emoji;
  readonly mine: boolean;
  /** Of those who are known here, oneself by `null`. */
  readonly names: readonly (string | null)[];
  readonly count: number;
}
