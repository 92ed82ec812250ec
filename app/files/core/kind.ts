/** What a file is to a person, by its type. */
export type FileKind = "picture" | "pdf" | "text" | "document" | "sheet" | "slides" | "sound" | "video";

const KINDS: readonly (readonly [RegExp, FileKind])[] = [
  [/^image\//u, "picture"],
  [/^audio\//u, "sound"],
  [/^video\//u, "video"],
  [/\/pdf$/u, "pdf"],
  [/spreadsheet|ms-excel|\/csv$/u, "sheet"],
  [/presentation|ms-powerpoint/u, "slides"],
  [/^text\//u, "text"],
];

/** `type`: a value of `FILE_TYPES`. */
export const kindOf = (type: string): FileKind => KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? "document";
