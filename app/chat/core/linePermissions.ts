/** What can be done with a line, and by whom. */
import type { Emoji } from "#contracts/lines.ts";
import type { LineEditingOptions } from "~/transcripts/lineEditing.ts";
import type { LineView } from "../lineView.ts";
import type { Timeline } from "../timeline.ts";
import type { ParticipantsById } from "./lineViews.ts";

export interface ChatLineEditing {
  readonly timeline: Timeline;
  readonly parts: LineEditingOptions;
  /** All of the meeting, as they are now. */
  participants(): ParticipantsById;
}

export interface LineHandlers {
  reply(line: LineView): void;
  react(id: string, emoji: Emoji, given: boolean): void;
  /** `text`: what stands in the field at first, when it is not the line's own. */
  edit(line: LineView, text?: string): void;
  remove(line: LineView): void;
  forward(line: LineView): void;
  report(id: string): void;
  retranslate(id: string): void;
  jump(id: string): void;
  /** What the reader has of the line. */
  copy(line: LineView): void;
  /** What marks and corrections are made with; without it there are none. */
  readonly editing?: ChatLineEditing;
  /** Something that a press wanted could not be loaded. */
  onLoadError(): void;
}

export interface LinePermissions {
  readonly reply: boolean;
  readonly react: boolean;
  readonly edit: boolean;
  /** Somebody else's: one's own is edited. */
  readonly correct: boolean;
  readonly mark: boolean;
  readonly remove: boolean;
  readonly forward: boolean;
  /** Its translation can be made again. */
  readonly retranslate: boolean;
  /** It has a translation that can be wrong. */
  readonly report: boolean;
  readonly original: boolean;
  readonly copy: boolean;
  /** It is not sent yet, and can be given up. */
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
