import type { Language } from "#contracts/languages.ts";
import type { LineView } from "./view.ts";

type Read = Pick<LineView, "reading" | "original" | "language">;

/** What a reader has of a line now, and in which language; `null` while it is still on its way. */
export function readingOf({ reading, original, language }: Read): { text: string; language: Language } | null {
  switch (reading.kind) {
    case "original":
    case "unavailable":
      return { text: original, language };
    case "translated":
      return { text: reading.text, language: reading.language };
    case "on-its-way":
      return null;
    default:
      return reading satisfies never;
  }
}

export interface Saying {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly language: Language;
  readonly mentionsMe: boolean;
}

export interface Announcer {
  /** Other people's new lines that can be read now, each once: when its translation is there. `settled`: as of the panel. */
  hear(lines: readonly LineView[], settled: boolean): readonly Saying[];
}

/** What was written before one came is no news: neither the first page of it nor any that is read later. */
export function createAnnouncer(): Announcer {
  /** Ids that need no more words. */
  const said = new Set<string>();
  let isHere = false;
  let oldest: string | null = null;

  function past(lines: readonly LineView[]): readonly LineView[] {
    const upTo = isHere ? lines.findIndex(({ id }) => id === oldest) : lines.length;
    return lines.slice(0, Math.max(0, upTo));
  }

  return {
    hear(lines, settled) {
      if (!isHere && !settled) return [];
      for (const { id } of past(lines)) said.add(id);
      isHere = true;
      oldest = lines[0]?.id ?? null;
      return lines.flatMap((line) => {
        const read = readingOf(line);
        if (line.isMe || line.deleted || read === null || said.has(line.id)) return [];
        said.add(line.id);
        return [{ id: line.id, name: line.authorName, ...read, mentionsMe: line.mentionsMe ?? false }];
      });
    },
  };
}
