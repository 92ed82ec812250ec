/** Files that a user chose to share. */
import type { ErrorCode, Failure } from "#contracts/errors.ts";
import { fileType } from "#contracts/fileTypes.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { NamedBlob } from "../preview/preparedFile.ts";

/** A file is shared in a call, or on the board of a meeting. */
export type FilePlace = { readonly p_call_id: string } | { readonly p_meeting_id: string };

export interface SelectedFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly state: SelectedFileState;
}

export type SelectedFileState =
  | { readonly name: "ready" }
  /** Its type or size is not allowed, or ten others were chosen before. */
  | { readonly name: "rejected"; readonly code: ErrorCode }
  /** Waits for the files before it. */
  | { readonly name: "queued" }
  /** `share`: the uploaded part, between 0 and 1. */
  | { readonly name: "sending"; readonly share: number }
  /** By the user, who can resume the upload. */
  | { readonly name: "paused"; readonly share: number }
  /** A retry resumes the upload. */
  | { readonly name: "failed"; readonly error: Failure };

/** Returns whether the file can still be shared. */
export const isShareable = ({ state }: SelectedFile): boolean => state.name !== "rejected";

/** Returns an error if the file's type or size is not allowed. */
export function fileRejection({ name, size }: Pick<NamedBlob, "name" | "size">): ErrorCode | null {
  if (fileType(name) === null) return "file/type";
  if (size < LIMITS.fileBytes.min) return "file/too-small";
  if (size > LIMITS.fileBytes.max) return "file/too-large";
  return null;
}

/** Shortens a name to the limit and keeps its extension. */
export function truncateFileName(name: string): string {
  const points = [...name];
  if (points.length <= LIMITS.fileName.max) return name;
  const extension = [...(/\.[^.]+$/u.exec(name)?.[0] ?? "")];
  return [...points.slice(0, LIMITS.fileName.max - extension.length), ...extension].join("");
}
