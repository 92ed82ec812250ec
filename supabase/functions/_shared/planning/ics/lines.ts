/** Content lines of RFC 5545, section 3.1. A line is folded by octets, which may split a character. */

export interface ContentLine {
  name: string;
  /** Names in upper case. A parameter with several values has them with commas. */
  params: ReadonlyMap<string, string>;
  value: string;
}

const MAX_OCTETS = 75;

/** Octets of a character in UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

/** Folds a line after at most 75 octets, never within a character. */
export function foldLine(line: string): string {
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > MAX_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return `${folded}\r\n`;
}

/** iCalendar has no control characters but tab and line break. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu;

/** Escapes a value of type TEXT. */
export const escapeText = (text: string): string =>
  text
    .replace(/\r\n?/gu, "\n")
    .replace(CONTROLS, "")
    .replace(/[\\;,]/gu, "\\$&")
    .replaceAll("\n", "\\n");

export const unescapeText = (value: string): string =>
  value.replace(/\\([\\;,nN])/gu, (_escape, character: string) => (/n/iu.test(character) ? "\n" : character));

/** Quotes a parameter's value, with the escapes of RFC 6868. */
export const quoteParam = (text: string): string =>
  `"${text.replace(/\r\n?/gu, "\n").replace(CONTROLS, "").replaceAll("^", "^^").replaceAll('"', "^'").replaceAll("\n", "^n")}"`;

const unquoteParam = (text: string): string =>
  text.replace(/\^([n^'])/gu, (_escape, character: string) => ({ n: "\n", "^": "^", "'": '"' })[character] ?? "");

const NAME = /^[A-Za-z0-9-]+/u;
const MAX_PARAMS = 50;
const PARAM = /;([A-Za-z0-9-]+)=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)/uy;

/** Returns null for a line that has no name or no value, or 50 parameters. */
export function readLine(line: string): ContentLine | null {
  const [name = ""] = NAME.exec(line) ?? [];
  if (name === "") return null;
  const params = new Map<string, string>();
  let end = name.length;
  PARAM.lastIndex = end;
  for (let match = PARAM.exec(line); match !== null && params.size < MAX_PARAMS; match = PARAM.exec(line)) {
    const [all, key = "", value = ""] = match;
    params.set(key.toUpperCase(), unquoteParam(value.replace(/"/gu, "")));
    end += all.length;
  }
  return line[end] === ":" ? { name: name.toUpperCase(), params, value: line.slice(end + 1) } : null;
}

const [LF, CR, SPACE, TAB] = [10, 13, 32, 9];

/**
 * Unfolds a file before it is decoded, because other programs fold within characters. It is too large if a line is longer
 * than `maxOctets` or there are more than `maxLines`, and malformed if it is not UTF-8.
 */
export function unfold(file: Uint8Array, maxOctets: number, maxLines: number): string[] | "too-large" | "malformed" {
  const bytes = new Uint8Array(file.length);
  let length = 0;
  let lines = 1;
  let lineOctets = 0;
  for (let index = 0; index < file.length; index += 1) {
    const byte = file[index] ?? 0;
    if (byte === CR && file[index + 1] === LF) continue;
    const next = file[index + 1];
    if (byte === LF && (next === SPACE || next === TAB)) {
      index += 1;
      continue;
    }
    lines += byte === LF ? 1 : 0;
    lineOctets = byte === LF ? 0 : lineOctets + 1;
    if (lines > maxLines || lineOctets > maxOctets) return "too-large";
    bytes[length] = byte;
    length += 1;
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length));
    return text.split("\n").filter((line) => line !== "");
  } catch {
    return "malformed";
  }
}
