/** Reads a calendar file that a person chose. */
import { MAX_FILE_BYTES } from "#planning/ics/components.ts";
import { type ImportedMeeting, type ImportFault, readCalendar } from "#planning/ics/read.ts";

/** `unreadable`: a folder, or a file that was deleted since. */
export type ImportProblem = ImportFault | "unreadable";

type ImportFile = Pick<File, "size" | "type" | "arrayBuffer">;

/** Reads a file of at most two megabytes. */
export async function readImport(
  file: ImportFile,
): Promise<{ meetings: readonly ImportedMeeting[] } | { fault: ImportProblem }> {
  if (file.size > MAX_FILE_BYTES) return { fault: "too-large" };
  try {
    return readCalendar(new Uint8Array(await file.arrayBuffer()), methodOf(file.type));
  } catch {
    return { fault: "unreadable" };
  }
}

/** Returns the `method` of a type such as `text/calendar; method=REQUEST`. */
const methodOf = (type: string): string | null => /;\s*method="?([a-z]+)/iu.exec(type)?.[1] ?? null;
