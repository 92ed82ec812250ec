/** The beginning of a text file: the file is found by it, and its card shows it. */
import { BOARD } from "../_shared/contracts/board.ts";
import { cutLongClusters } from "../_shared/contracts/limits.ts";

/** Returns whether searches read the contents of files of this type. */
export const hasContents = (type: string): boolean =>
  type.startsWith("text/") || type === "application/json" || type === "application/x-subrip";

/** Control characters but line breaks, and the characters that replace bytes which are not UTF-8. */
const UNREADABLE = /[^\P{Cc}\n]|[\u2028\u2029\uFFFD]/gu;

/** Returns the text in the first bytes of a file. The last character may be cut off. */
export function readContents(head: Uint8Array): string {
  const text = new TextDecoder().decode(head.subarray(0, BOARD.contentsBytes), { stream: true });
  return cutLongClusters(text.replace(UNREADABLE, " ")).trim();
}
