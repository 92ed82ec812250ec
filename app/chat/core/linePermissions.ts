import type { Emoji } from "#contracts/lines.ts";
import type { ParticipantsById } from "~/call/roster.ts";
import type { LineEditingOptions } from "~/transcripts/lineEditing.ts";
import type { LineView } from "../lineView.ts";
import type { Timeline } from "../timeline.ts";

export interface ChatLineEditing {
  readonly timeline: Timeline;
  readonly parts: LineEditingOptions;
  /** Returns the meeting's current participants. */
  participants(): ParticipantsById;
}

/** The actions on lines. All members are stable, so memoized lines do not re-render. */
export interface LineHandlers {
  /** Sends a failed line again, under its id. */
  retry(id: string): void;
  /** Discards an unsent line, or dismisses a rejected action. */
  discard(id: string): void;
  reply(line: LineView): void;
  react(id: string, emoji: Emoji, given: boolean): void;
  /** Edits the line, starting with `text` instead of its own text. */
  edit(line: LineView, text?: string): void;
  remove(line: LineView): void;
  forward(line: LineView): void;
  report(id: string): void;
  retranslate(id: string): void;
  jump(id: string): void;
  /** Copies the text that the reader sees. */
  copy(line: LineView): void;
  /** Tools for marks and corrections. Without them neither is possible. */
  readonly editing?: ChatLineEditing;
  /** Reports that lazy code could not be loaded. */
  onLoadError(): void;
}

export interface LinePermissions {
  readonly reply: boolean;
  readonly react: boolean;
  readonly edit: boolean;
  /** For lines of others; own lines are edited instead. */
  readonly correct: boolean;
  readonly mark: boolean;
  readonly remove: boolean;
  readonly forward: boolean;
  /** Whether the translation can be requested again. */
  readonly retranslate: boolean;
  /** Whether the server's translation can be reported as wrong. */
  readonly report: boolean;
  readonly original: boolean;
  readonly copy: boolean;
  /** Whether the line is unsent. */
  readonly discard: boolean;
}

export function permissionsFor({ delivery, deleted, fleeting = false, isMe, display }: LineView): LinePermissions {
  const isAvailable = delivery === "sent" && !deleted;
  const isStored = isAvailable && !fleeting;
  const isServerTranslation = display.kind === "translated" && display.source === "server";
  return {
    reply: isAvailable,
    react: isStored,
    edit: isStored && isMe,
    correct: isStored && !isMe,
    mark: isStored,
    remove: isStored && isMe,
    forward: isStored,
    retranslate: isStored && (display.kind === "translated" || display.kind === "unavailable"),
    report: isStored && isServerTranslation,
    original: isAvailable && display.kind === "translated",
    copy: !deleted,
    discard: delivery !== "sent",
  };
}
