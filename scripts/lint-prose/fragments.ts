/** A piece of prose found in a file, before it is split into sentences. */
export type Kind = "comment" | "markdown" | "test name" | "message";

export interface Fragment {
  readonly kind: Kind;
  /** Line of the first character, counted from 1. */
  readonly line: number;
  /** Keeps the line breaks of the source, so that a sentence's line can be counted. */
  readonly text: string;
}

/** Splits lines into paragraphs at blank lines, list items and TSDoc tags. */
export function paragraphs(kind: Kind, firstLine: number, lines: readonly string[]): Fragment[] {
  const found: Fragment[] = [];
  let current: string[] = [];
  const flush = (end: number) => {
    if (current.length > 0) found.push({ kind, line: firstLine + end - current.length, text: current.join("\n") });
    current = [];
  };
  lines.forEach((raw, index) => {
    const marker = /^\s*(?:[-*+]|\d+\.|@param\s+\S+|@\w+)\s+/u.exec(raw)?.[0] ?? "";
    if (marker !== "" || raw.trim() === "") flush(index);
    const text = raw.slice(marker.length).trim();
    if (text !== "") current.push(text);
  });
  flush(lines.length);
  return found;
}
