/** A file that is shared in a call: which ones may be, and what a line says of its own. */
import * as z from "zod/mini";

import { LIMITS } from "./limits.ts";

const OFFICE = "application/vnd.openxmlformats-officedocument";

/** Types of files by their name's ending: what a browser says of one differs by what is installed. */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif",
  bmp: "image/bmp",
  gif: "image/gif",
  heic: "image/heic",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  tif: "image/tiff",
  tiff: "image/tiff",
  webp: "image/webp",
  pdf: "application/pdf",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
  aac: "audio/aac",
  flac: "audio/flac",
  m4a: "audio/mp4",
  mp3: "audio/mpeg",
  oga: "audio/ogg",
  ogg: "audio/ogg",
  opus: "audio/ogg",
  wav: "audio/wav",
  weba: "audio/webm",
  mp4: "video/mp4",
  webm: "video/webm",
};

/** Null: a file with such a name is not taken. */
export function fileType(name: string): string | null {
  const ending = /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(FILE_TYPES, ending) ? (FILE_TYPES[ending] ?? null) : null;
}

/** What a page may show in place; of the others a browser shows none, or one that holds scripts. */
export const isPicture = (type: string): boolean => /^image\/(?:avif|gif|jpeg|png|webp)$/u.test(type);

/** The bucket of Storage that all are in. Private: who may read an object is a policy. */
export const FILES_BUCKET = "files";

export const sharedFile = z.object({
  /** As its owner named it, without marks that could turn the text around it. */
  name: z.string(),
  /** One of `FILE_TYPES`. */
  type: z.string(),
  bytes: z.int().check(z.minimum(LIMITS.file.min), z.maximum(LIMITS.file.max)),
});
export type SharedFile = z.infer<typeof sharedFile>;

/** `offer_file(id, call_id, name, type, bytes)`: where its bytes go, the object's name in the bucket. */
export const offeredFile = z.object({ path: z.string() });

/** `read_file(id)`: where its bytes are. Errors: `file/not-found`. */
export const storedFile = z.object({ path: z.string(), name: z.string(), type: z.string() });
