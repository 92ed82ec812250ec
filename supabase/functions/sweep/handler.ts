/** Handles calls of a schedule with a secret key, and returns the number of removed files. */
import { type Failure, ok, type Result } from "../_shared/contracts/errors.ts";
import { unexpectedFailure } from "../_shared/log.ts";
import { errorJsonResponse, jsonResponse } from "../_shared/responses.ts";
import type { OrphanedFiles } from "./orphanedFiles.ts";

/**
 * No batch begins after `startBeforeMs`, because a schedule of Supabase's dashboard waits for five seconds. Requests are
 * aborted after `abortAfterMs`.
 */
export const SWEEP_TIMEOUTS = { startBeforeMs: 4_000, abortAfterMs: 10_000 } as const;

interface SweepResult {
  readonly removed: number;
  /** More files may remain: the time was over, or another call is removing the same files. */
  readonly more: boolean;
}

export interface SweepDependencies {
  filesFor(key: string, signal: AbortSignal): OrphanedFiles;
  /** Returns milliseconds of any origin. */
  now(): number;
  /** Returns a signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
  /** Receives the code and cause of a failure, never a name or a key. */
  log(failure: Failure): void;
}

export const createSweepHandler =
  ({ filesFor, now, timeout, log }: SweepDependencies) =>
  async (request: Request): Promise<Response> => {
    // `/health` checks that the function starts.
    if (request.method === "GET") return jsonResponse({ ok: true });
    if (request.method !== "POST") return errorJsonResponse("request/invalid");
    const key = readKey(request);
    if (key === null) return errorJsonResponse("request/sign-in-needed");
    const startedAt = now();
    try {
      const files = filesFor(key, timeout(SWEEP_TIMEOUTS.abortAfterMs));
      const result = await sweep(files, () => now() - startedAt < SWEEP_TIMEOUTS.startBeforeMs);
      if (result.ok) return jsonResponse(result.value);
      log(result.error);
      return errorJsonResponse(result.error.code);
    } catch (error) {
      log(unexpectedFailure(error));
      return errorJsonResponse("bug/unexpected");
    }
  };

/** Removes batch after batch while there is time. */
async function sweep(files: OrphanedFiles, inTime: () => boolean): Promise<Result<SweepResult>> {
  let removed = 0;
  do {
    const names = await files.list();
    if (!names.ok) return names;
    if (names.value.length === 0) return ok({ removed, more: false });
    const batch = await files.remove(names.value);
    if (!batch.ok) return batch;
    // The next list would have the same names.
    if (batch.value === 0) break;
    removed += batch.value;
  } while (inTime());
  return ok({ removed, more: true });
}

/**
 * Reads the header `apikey`, where secret keys belong, else the bearer token: Supabase's gateways may add a token of their
 * own beside a key. Returns null if the value cannot be a key.
 */
function readKey({ headers }: Request): string | null {
  const [, bearer = ""] = /^Bearer (.*)$/iu.exec(headers.get("authorization") ?? "") ?? [];
  const key = headers.get("apikey") ?? bearer;
  return /^[\w.-]+$/u.test(key) ? key : null;
}
