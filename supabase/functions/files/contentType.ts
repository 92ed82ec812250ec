/** Compares the first bytes of a file with its type. */

/** Bytes that are read of a file. */
export const HEAD_BYTES = 4096;

/** Returns whether the first bytes of a file fit its type. `isWhole`: the file has no more bytes. */
export function fitsType(head: Uint8Array, type: string, isWhole: boolean): boolean {
  if (startsWith(head, EXECUTABLES)) return false;
  const check = CHECKS[type];
  return check?.(head, isWhole) ?? false;
}

type Check = (head: Uint8Array, isWhole: boolean) => boolean;

const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0));

/** Programs of Windows, Linux and macOS, and scripts with an interpreter. */
const EXECUTABLES = [
  ascii("MZ"),
  [0x7f, ...ascii("ELF")],
  [0xce, 0xfa, 0xed, 0xfe],
  [0xcf, 0xfa, 0xed, 0xfe],
  [0xca, 0xfe, 0xba, 0xbe],
  ascii("#!"),
];

const ZIP = [
  [0x50, 0x4b, 3, 4],
  [0x50, 0x4b, 5, 6],
  [0x50, 0x4b, 7, 8],
];
const OLE = [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]];
const RTF = [ascii("{\\rtf")];
const ID3 = ascii("ID3");

const matchesAt = (head: Uint8Array, bytes: readonly number[], at: number): boolean =>
  head.length >= at + bytes.length && bytes.every((byte, index) => head[at + index] === byte);

const startsWith = (head: Uint8Array, starts: readonly (readonly number[])[], at = 0): boolean =>
  starts.some((bytes) => matchesAt(head, bytes, at));

const begins =
  (starts: readonly (readonly number[])[]): Check =>
  (head) =>
    startsWith(head, starts);

/** RIFF and its successors name the format after the size. */
const riff =
  (format: string): Check =>
  (head) =>
    startsWith(head, [ascii("RIFF"), ascii("RF64"), ascii("BW64")]) && matchesAt(head, ascii(format), 8);

/** ISO base media files begin with the size of a box and its name. */
const boxes =
  (names: readonly string[]): Check =>
  (head) =>
    startsWith(head, names.map(ascii), 4);

/** Some files begin with zeros or an address in front of the header. */
const pdf: Check = (head) => {
  const start = new TextDecoder("latin1").decode(head.subarray(0, 1024));
  return start.includes("%PDF-") && !MARKUP.test(withoutPrologue(start));
};

/** A frame of MPEG audio, or ADTS: eleven set bits. Some files begin with zeros. */
const mpegAudio: Check = (head) => {
  const at = head.findIndex((byte) => byte !== 0);
  return startsWith(head, [ID3]) || (at >= 0 && head[at] === 0xff && ((head[at + 1] ?? 0) & 0xe0) === 0xe0);
};

/** HTML and server scripts. Markdown may begin with other elements. */
const MARKUP = /^<(?:!doctype\s+html|html|head|body|script|iframe|\?php)\b/iu;

/** Openings of what may precede an element, each with its end. */
const PROLOGUE = [
  ["<!--", "-->"],
  ["<?xml", "?>"],
] as const;

/** Returns the text without whitespace and comments at its beginning, and without an XML declaration. */
function withoutPrologue(content: string): string {
  const rest = content.trimStart();
  for (const [start, end] of PROLOGUE) {
    const at = rest.startsWith(start) ? rest.indexOf(end) : -1;
    if (at >= 0) return withoutPrologue(rest.slice(at + end.length));
  }
  return rest;
}

const text =
  (isPermitted: (content: string) => boolean = () => true): Check =>
  (head, isWhole) => {
    const content = decodeUtf8(head, isWhole);
    return (
      content !== null && !content.includes("\0") && !MARKUP.test(withoutPrologue(content)) && isPermitted(content)
    );
  };

/** Returns null for bytes that are not UTF-8. The head may end within a character. */
function decodeUtf8(head: Uint8Array, isWhole: boolean): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: !isWhole });
  } catch {
    return null;
  }
}

const SVG = /^<(?:!doctype\s+svg|(?:\w+:)?svg)\b/iu;

const CHECKS: Readonly<Record<string, Check>> = {
  "application/json": text((content) => /^\s*(?:[[{"\d-]|true|false|null)/u.test(content)),
  "application/msword": begins([...OLE, ...RTF]),
  // The type of SVG in Storage.
  "application/octet-stream": text((content) => SVG.test(withoutPrologue(content))),
  "application/pdf": pdf,
  "application/rtf": begins(RTF),
  "application/vnd.ms-excel": begins(OLE),
  "application/vnd.ms-powerpoint": begins(OLE),
  "application/vnd.oasis.opendocument.presentation": begins(ZIP),
  "application/vnd.oasis.opendocument.spreadsheet": begins(ZIP),
  "application/vnd.oasis.opendocument.text": begins(ZIP),
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": begins([...ZIP, ...OLE]),
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": begins([...ZIP, ...OLE]),
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": begins([...ZIP, ...OLE]),
  "application/x-subrip": text(),
  "application/zip": begins(ZIP),
  "audio/aac": (head, isWhole) => startsWith(head, [ascii("ADIF")]) || mpegAudio(head, isWhole),
  "audio/flac": begins([ascii("fLaC"), ID3]),
  "audio/mp4": boxes(["ftyp"]),
  "audio/mpeg": mpegAudio,
  "audio/ogg": begins([ascii("OggS")]),
  "audio/wav": riff("WAVE"),
  "audio/webm": begins([[0x1a, 0x45, 0xdf, 0xa3]]),
  "image/avif": boxes(["ftyp"]),
  "image/bmp": begins([ascii("BM")]),
  "image/gif": begins([ascii("GIF87a"), ascii("GIF89a")]),
  "image/heic": boxes(["ftyp"]),
  "image/jpeg": begins([[0xff, 0xd8, 0xff]]),
  "image/png": begins([[0x89, ...ascii("PNG\r\n"), 0x1a, 0x0a]]),
  "image/tiff": begins([
    [0x49, 0x49, 0x2a, 0],
    [0x4d, 0x4d, 0, 0x2a],
    [0x49, 0x49, 0x2b, 0],
    [0x4d, 0x4d, 0, 0x2b],
  ]),
  "image/webp": riff("WEBP"),
  "text/calendar": text((content) => /^\s*BEGIN:VCALENDAR/iu.test(content)),
  "text/csv": text(),
  "text/markdown": text(),
  "text/plain": text(),
  "text/vtt": text((content) => content.startsWith("WEBVTT")),
  "video/mp4": boxes(["ftyp"]),
  "video/quicktime": boxes(["ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"]),
  "video/webm": begins([[0x1a, 0x45, 0xdf, 0xa3]]),
};

/** For a test: the types that have a check. */
export const CHECKED_TYPES: readonly string[] = Object.keys(CHECKS);
