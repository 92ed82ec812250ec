/** Creates a Spanish line of Inés as another person's timeline holds it. */
import type { TimelineEntry } from "../../app/chat/timelineEntry.ts";

export const timelineEntry = (id: string, part: Partial<TimelineEntry> = {}): TimelineEntry => ({
  ...{ id, kind: "chat", author: "ines", mine: false, language: "es", text: id, at: 0, display: { kind: "original" } },
  ...{ delivery: { state: "sent", seq: 1 }, replyTo: null, mentions: [], forwarded: false, edited: false },
  ...{
    correctedBy: null,
    proposals: 0,
    mark: null,
    file: null,
    deleted: false,
    fleeting: false,
    reactions: [],
    action: null,
  },
  ...part,
});
