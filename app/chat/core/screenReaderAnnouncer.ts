import type { Language } from "#contracts/languages.ts";
import type { LineView } from "../lineView.ts";

type DisplayedLine = Pick<LineView, "display" | "original" | "language">;

/** What a reader has of a line now, and in which language; `null` while it is still on its way. */
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
  /** Other people's new lines that can be read now, each once: when its translation is there. `settled`: as of the panel. */
  nextAnnouncements(lines: readonly LineView[], settled: boolean): readonly LineAnnouncement[];
}

/** What was written before one came is no news: neither the first page of it nor any that is read later. */
export function createScreenReaderAnnouncer(): ScreenReaderAnnouncer {
  /** Ids that need no more words. */
  const announcedIds = new Set<string>();
  let started = false;
  let oldest: string | null = null;

  function linesBefore(lines: readonly LineView[]): readonly LineView[] {
    const upTo = started ? lines.findIndex(({ id }) => id === oldest) : lines.length;
    return lines.slice(0, Math.max(0, upTo));
  }

  return {
    nextAnnouncements(lines, settled) {
      if (!started && !settled) return [];
      for (const { id } of linesBefore(lines)) announcedIds.add(id);
      started = true;
      oldest = lines[0]?.id ?? null;
      return lines.flatMap((line) => {
        const read = displayedText(line);
        if (line.isMe || line.deleted || read === null || announcedIds.has(line.id)) return [];
        announcedIds.add(line.id);
        return [{ id: line.id, name: line.authorName, ...read, mentionsMe: line.mentionsMe ?? false }];
      });
    },
  };
}
