/** Puts pages of lines in time without waiting for the last one. */
import { LIMITS } from "#contracts/limits.ts";
import { type Column, inTime, type TranscriptLine, wordsIn } from "../core/line.ts";
import { type CallFacts, type ExportLine, type Format, WRITTEN_FOR } from "./format.ts";

export interface Names {
  /** By user id; of whoever is not known any more a word for somebody. */
  nameOf(id: string): string;
}

export interface Page {
  readonly lines: readonly TranscriptLine[];
  /** When the last line of the page was stored: milliseconds since the epoch. */
  readonly until: number;
}

export function exportLine(line: TranscriptLine, call: CallFacts, column: Column, { nameOf }: Names): ExportLine {
  const start = Math.max(0, line.at - call.startedAt);
  const who = line.mark?.who ?? null;
  return {
    line,
    name: nameOf(line.author),
    who: who === null ? null : nameOf(who),
    words: wordsIn(line, column),
    start,
    end: start + (line.kind === "speech" && line.ms > 0 ? line.ms : WRITTEN_FOR),
  };
}

/** The file in pieces, one for each page at most. What is stored later began at most `LIMITS.sayAgo` before that. */
export async function* written(
  format: Format,
  call: CallFacts,
  names: Names,
  pages: AsyncIterable<Page>,
): AsyncGenerator<string> {
  let held: TranscriptLine[] = [];
  let index = 0;
  const write = (lines: readonly TranscriptLine[]) =>
    lines.map((line) => format.line(exportLine(line, call, call.column, names), index++)).join("");
  let head = format.head(call);
  for await (const { lines, until } of pages) {
    held = [...held, ...lines].sort(inTime);
    const settled = held.findIndex(({ at }) => at > until - LIMITS.sayAgo);
    const ready = settled === -1 ? held : held.slice(0, settled);
    held = settled === -1 ? [] : held.slice(settled);
    yield head + write(ready);
    head = "";
  }
  yield head + write(held) + format.foot();
}
