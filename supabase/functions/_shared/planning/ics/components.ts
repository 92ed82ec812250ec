/** The tree of components of an iCalendar file. */
import { type ContentLine, readLine, unfold } from "./lines.ts";

export interface Component {
  name: string;
  lines: ContentLine[];
  children: Component[];
}

/** Bytes of a file that is imported. */
export const MAX_FILE_BYTES = 2_000_000;
/** A description of a meeting; attachments within the file are not read. */
const MAX_LINE_OCTETS = 100_000;
const MAX_LINES = 60_000;
const MAX_DEPTH = 4;

export type FileFault = "too-large" | "malformed";

/** Returns the only calendar of a file. */
export function readComponents(file: Uint8Array): { calendar: Component } | { fault: FileFault } {
  if (file.length > MAX_FILE_BYTES) return { fault: "too-large" };
  // Windows programs begin UTF-8 with a mark.
  const hasMark = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf;
  const texts = unfold(hasMark ? file.subarray(3) : file, MAX_LINE_OCTETS, MAX_LINES);
  if (typeof texts === "string") return { fault: texts };
  const root: Component = { name: "", lines: [], children: [] };
  const open: Component[] = [root];
  for (const text of texts) {
    const line = readLine(text);
    const parent = open.at(-1);
    if (line === null || parent === undefined || open.length > MAX_DEPTH + 1) return { fault: "malformed" };
    if (line.name === "BEGIN") {
      const child = { name: line.value.trim().toUpperCase(), lines: [], children: [] };
      parent.children.push(child);
      open.push(child);
    } else if (line.name === "END") {
      if (open.length === 1 || parent.name !== line.value.trim().toUpperCase()) return { fault: "malformed" };
      open.pop();
    } else parent.lines.push(line);
  }
  const [calendar] = root.children;
  const isWhole = open.length === 1 && root.children.length === 1 && root.lines.length === 0;
  return isWhole && calendar?.name === "VCALENDAR" ? { calendar } : { fault: "malformed" };
}

/** Returns the only line of the name. A component with two has no meaning. */
export function onlyLine({ lines }: Component, name: string): ContentLine | null | "repeated" {
  const [line = null, ...more] = lines.filter((candidate) => candidate.name === name);
  return more.length > 0 ? "repeated" : line;
}
