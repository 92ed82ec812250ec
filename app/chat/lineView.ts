/** The view of a line in the chat, built from the timeline and `resolveTranslation`. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { SharedFile } from "#contracts/files.ts";
import type { Language } from "#contracts/languages.ts";
import type { Emoji, Mark } from "#contracts/lines.ts";
import type { LineDisplay } from "~/translation/resolveTranslation.ts";
import type { LineAction } from "./timelineEntry.ts";

export interface LineView {
  readonly id: string;
  readonly authorColour: number;
  readonly authorName: string;
  readonly isMe: boolean;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** The language of the original. */
  readonly language: Language;
  readonly original: string;
  readonly display: LineDisplay;
  /**
   * `failed`: rejected, and can be sent again under the same id. `held`: failed transiently and retried automatically.
   * `waiting`: queued behind a held line.
   */
  readonly delivery: "sent" | "pending" | "waiting" | "held" | "failed";
  /** Why sending failed. */
  readonly failure?: ErrorCode;
  readonly replyTo?: QuoteView;
  /** Whether another participant mentions the local one. */
  readonly mentionsMe?: boolean;
  /** Tokens of the text that are mentions, such as `@Tom`. */
  readonly mentioned?: readonly string[];
  readonly forwarded?: boolean;
  readonly edited?: boolean;
  readonly deleted?: boolean;
  /** Whether the line is ephemeral: the meeting keeps nothing. */
  readonly fleeting?: boolean;
  readonly reactions?: readonly ReactionView[];
  readonly action?: LineAction | null;
  readonly mark?: Mark | null;
  readonly file?: SharedFile | null;
  /** Assignee of the task. Here and below, an unknown participant has an empty name. */
  readonly markName?: string;
  /** Author of the last correction, if it is not the line's author. */
  readonly correctedBy?: string;
  /** Others' open proposals for an own line. */
  readonly proposals?: number;
}

/**
 * Returns whether the text only repeats the file's name, which the preview shows. A translated name is shown as text.
 */
export const isFileNameOnly = ({ file, original, display }: LineView): boolean =>
  file?.name === original && (display.kind !== "translated" || display.text.toLowerCase() === original.toLowerCase());

/** The quoted line in the reader's language, or only its id if it is not loaded. */
export interface QuoteView {
  readonly id: string;
  readonly line: Pick<
    LineView,
    "authorColour" | "authorName" | "isMe" | "language" | "original" | "display" | "deleted"
  > | null;
}

export interface ReactionView {
  readonly emoji: Emoji;
  readonly mine: boolean;
  /** Names of the known participants; null is the local one. */
  readonly names: readonly (string | null)[];
  readonly count: number;
}
