const HIGH = String.raw`[\u0080-\u00FF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192]`;
/**
 * Letters of another script read as Windows-1252: a word without any ASCII letter, such as `ÈæÇÈÉ`, or a sign between two
 * letters, such as `B³êdny`. Words of western languages have neither.
 */
const MISREAD = new RegExp(String.raw`(?<![a-z])(?:(?=\p{L})${HIGH}){2,}(?![a-z])|\p{L}[£¥¯¹²³¼½¾¿]\p{L}`, "iu");

/**
 * Decodes a file by its byte order mark, else as UTF-8, else as Windows-1252. Spreadsheets on Windows save "CSV" in the
 * encoding of the system. Returns null for that of another script, which the bytes do not name.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder("windows-1252").decode(bytes);
    return MISREAD.test(text) ? null : text;
  }
}
