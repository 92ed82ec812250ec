import type { Language } from "#contracts/languages.ts";
import type { LineView } from "../lineView.ts";

type DisplayedLine = Pick<LineView, "display" | "original" | "language">;

/** Returns the text that the reader sees, with its language; null while the translation is pending. */
export function displayedText({
  display,
  original,
  language,
}: DisplayedLine): { text: string; language: Language } | null {
  switch (display.kind) {
    case "original":
    case "unavailable":
      return { text: original, language };
    case "readable":
      return { text: original, language: display.language };
    case "translated":
      return { text: display.text, language: display.language };
    case "on-its-way":
      return null;
    default:
      return display satisfies never;
  }
}

export interface LineAnnouncement {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly language: Language;
  readonly mentionsMe: boolean;
}

/** A line is announced in the original if its translation takes longer. */
export const ANNOUNCEMENT_WAIT_MS = 5_000;

export interface ScreenReaderAnnouncer {
  /**
   * Returns each new line of others once, as soon as its translation has arrived or the wait is over. `now`: milliseconds
   * of any origin.
   */
  nextAnnouncements(lines: readonly LineView[], historyLoaded: boolean, now: number): readonly LineAnnouncement[];
  /** Returns whether a line of the last call waits for its translation. */
  isWaiting(): boolean;
}

/** Lines from before the local participant joined are not announced, also when older pages are loaded later. */
export function createScreenReaderAnnouncer(): ScreenReaderAnnouncer {
  /** Ids that are announced or need no announcement. */
  const announcedIds = new Set<string>();
  /** When each line that waits was first seen. */
  const waitingSince = new Map<string, number>();
  let started = false;
  let oldestId: string | null = null;

  function linesBefore(lines: readonly LineView[]): readonly LineView[] {
    const upTo = started ? lines.findIndex(({ id }) => id === oldestId) : lines.length;
    return lines.slice(0, Math.max(0, upTo));
  }

  return {
    isWaiting: () => waitingSince.size > 0,
    nextAnnouncements(lines, historyLoaded, now) {
      if (!started && !historyLoaded) return [];
      for (const { id } of linesBefore(lines)) announcedIds.add(id);
      started = true;
      oldestId = lines[0]?.id ?? null;
      return lines.flatMap((line) => {
        const { id } = line;
        if (line.isMe || line.deleted || announcedIds.has(id)) {
          waitingSince.delete(id);
          return [];
        }
        const since = waitingSince.get(id) ?? now;
        waitingSince.set(id, since);
        const original = now - since >= ANNOUNCEMENT_WAIT_MS ? { text: line.original, language: line.language } : null;
        const displayed = displayedText(line) ?? original;
        if (displayed === null) return [];
        waitingSince.delete(id);
        announcedIds.add(id);
        return [{ id, name: line.authorName, ...displayed, mentionsMe: line.mentionsMe ?? false }];
      });
    },
  };
}
