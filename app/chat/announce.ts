import type { LineView } from "./view.ts";

/** What a reader has of a line now; `null` while it is still on its way. */
export function readingText({ reading, original }: Pick<LineView, "reading" | "original">): string | null {
  switch (reading.kind) {
    case "original":
    case "unavailable":
      return original;
    case "translated":
      return reading.text;
    case "on-its-way":
      return null;
    default:
      return reading satisfies never;
  }
}

export interface Saying {
  readonly name: string;
  readonly text: string;
  readonly mentionsMe: boolean;
}

/**
 * Other people's lines that can be read now and were not said before. `said` holds the ids that need no more words
 * and is added to, so that a line is said once: when its translation is there.
 */
export function linesToSay(lines: readonly LineView[], said: Set<string>): readonly Saying[] {
  return lines.flatMap((line) => {
    const text = readingText(line);
    if (line.isMe || line.deleted || text === null || said.has(line.id)) return [];
    said.add(line.id);
    return [{ name: line.authorName, text, mentionsMe: line.mentionsMe ?? false }];
  });
}
