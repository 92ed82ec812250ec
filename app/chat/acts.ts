/** What can be done with a line, and by whom. */
import type { Emoji } from "#contracts/lines.ts";
import type { LineWorkParts } from "~/transcripts/late.ts";
import type { Timeline } from "./core/index.ts";
import type { Participants } from "./lineViews.ts";
import type { LineView } from "./view.ts";

export interface LinesAtWork {
  readonly timeline: Timeline;
  readonly parts: LineWorkParts;
  /** All of the meeting, as they are now. */
  participants(): Participants;
}

export interface LineActs {
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
  readonly atWork?: LinesAtWork;
  /** Something that a press wanted could not be loaded. */
  failed(): void;
}

export interface LineRights {
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

export function rightsOf({ delivery, deleted, fleeting = false, isMe, reading }: LineView): LineRights {
  const here = delivery === "sent" && !deleted;
  const kept = here && !fleeting;
  const byServer = reading.kind === "translated" && reading.source === "server";
  return {
    reply: here,
    react: kept,
    edit: kept && isMe,
    correct: kept && !isMe,
    mark: kept,
    remove: kept && isMe,
    forward: kept,
    retranslate: kept && (reading.kind === "translated" || reading.kind === "unavailable"),
    report: kept && byServer,
    original: here && reading.kind === "translated",
    copy: !deleted,
    discard: delivery !== "sent",
  };
}
