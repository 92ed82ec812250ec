import type { Failure } from "./contracts/errors.ts";

/** Writes a line of JSON for each entry to the dashboard's log. Entries hold codes and causes, never users' text. */
export const createLog = (name: string) => (entry: object) =>
  console.error(JSON.stringify({ function: name, ...entry }));

/** Describes an exception by its name alone, because its message may hold users' text. */
export const unexpectedFailure = (error: unknown): Failure => ({
  code: "bug/unexpected",
  cause: error instanceof Error ? error.name : "thrown",
});
