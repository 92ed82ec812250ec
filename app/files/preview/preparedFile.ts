/** A chosen file as it is uploaded, with the preview that the browser made of it. */
import type { Result } from "#contracts/errors.ts";

/** A browser's `File`, or a fake. */
export interface NamedBlob extends Blob {
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly lastModified?: number;
}

export interface PreparedFile {
  /** Without the place where a picture, a video or a sound was recorded; a HEIC image as JPEG. */
  readonly file: NamedBlob;
  readonly preview: PreparedPreview | null;
}

export interface PreparedPreview {
  /** Pixels. Null if the file has no picture. */
  readonly width: number | null;
  readonly height: number | null;
  /** Null for files without a duration. */
  readonly durationMs: number | null;
  /** A thumbhash in base64. */
  readonly hash: string | null;
  /** A JPEG of at most `PREVIEW_MAX_BYTES`, in base64. */
  readonly picture: string | null;
}

/** Errors: `file/place`. A file of which no preview can be made has none. */
export type PrepareFile = (file: NamedBlob) => Promise<Result<PreparedFile>>;
