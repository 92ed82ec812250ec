/** Chooses the lines of a transcript that its HTML contains. The browser loads the others page by page. */
import type { Line } from "#contracts/lines.ts";

const MAX_LINES = 60;
/** Characters of JSON. The HTML has each text twice: as a line, and as data of the page. */
const MAX_JSON_LENGTH = 65_536;

/** Returns at least one line, if there is one. */
export function firstLines(lines: readonly Line[]): readonly Line[] {
  let length = 0;
  const end = lines.slice(0, MAX_LINES).findIndex((line) => {
    length += JSON.stringify(line).length;
    return length > MAX_JSON_LENGTH;
  });
  return lines.slice(0, end === -1 ? MAX_LINES : Math.max(1, end));
}
