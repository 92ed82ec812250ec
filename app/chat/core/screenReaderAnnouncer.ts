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

export interface ScreenReaderAnnouncer {
  /** Returns each new line of others once, as soon as its translation has arrived. */
  nextAnnouncements(lines: readonly LineView[], historyLoaded: boolean): readonly LineAnnouncement[];
}

/** Lines from before the local participant joined are not announced, also when older pages are loaded later. */
export function createScreenReaderAnnouncer(): ScreenReaderAnnouncer {
  /** Ids that are announced or need no announcement. */
  const announcedIds = new Set<string>();
  let started = false;
  let oldestId: string | null = null;

  function linesBefore(lines: readonly LineView[]): readonly LineView[] {
    const upTo = started ? lines.findIndex(({ id }) => id === oldestId) : lines.length;
    return lines.slice(0, Math.max(0, upTo));
  }

  return {
    nextAnnouncements(lines, historyLoaded) {
      if (!started && !historyLoaded) return [];
      for (const { id } of linesBefore(lines)) announcedIds.add(id);
      started = true;
      oldestId = lines[0]?.id ?? null;
      return lines.flatMap((line) => {
        const displayed = displayedText(line);
        if (line.isMe || line.deleted || displayed === null || announcedIds.has(line.id)) return [];
        announcedIds.add(line.id);
        return [{ id: line.id, name: line.authorName, ...displayed, mentionsMe: line.mentionsMe ?? false }];
      });
    },
  };
}
