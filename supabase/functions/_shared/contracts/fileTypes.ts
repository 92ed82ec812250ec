/** The types of files that may be shared. Apart from `files.ts`, because code that only reads lines does not need the list. */

const OFFICE = "application/vnd.openxmlformats-officedocument";

/**
 * File extension → type; `private.file_types()` has the same list. A browser's own type depends on the installed programs.
 * Storage stores SVG without its type, because a browser would run its scripts.
 */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif",
  bmp: "image/bmp",
  gif: "image/gif",
  heic: "image/heic",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "application/octet-stream",
  tif: "image/tiff",
  tiff: "image/tiff",
  webp: "image/webp",
  pdf: "application/pdf",
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  ics: "text/calendar",
  json: "application/json",
  rtf: "application/rtf",
  srt: "application/x-subrip",
  vtt: "text/vtt",
  zip: "application/zip",
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
  m4v: "video/mp4",
  mov: "video/quicktime",
  mp4: "video/mp4",
  webm: "video/webm",
};

/** Returns null if files with such a name may not be shared. */
export function fileType(name: string): string | null {
  // Some programs leave a blank or a direction mark at the end, which the stored name does not have.
  const extension = /\.([^.]+?)[\s\p{Cf}]*$/u.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(FILE_TYPES, extension) ? (FILE_TYPES[extension] ?? null) : null;
}
