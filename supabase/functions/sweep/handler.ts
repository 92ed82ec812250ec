/** The function's HTTP side: a schedule calls with a secret key, and is told how many files were removed. */

import { type Failure, ok, type Result } from "../_shared/contracts/errors.ts";
import { errorJsonResponse, jsonResponse } from "../_shared/responses.ts";
import type { OrphanedFiles } from "./orphanedFiles.ts";

/**
 * Milliseconds. Nothing is begun after the first: a schedule of Supabase's dashboard waits for five seconds. What does not
 * answer is given up after the second.
 */
export const SWEEP_TIMEOUTS = { startBeforeMs: 4_000, abortAfterMs: 10_000 } as const;

interface SweepResult {
  readonly removed: number;
  /** There may be: time was up, or somebody else is removing the same. */
  readonly more: boolean;
}

export interface SweepDependencies {
  filesFor(key: string, signal: AbortSignal): OrphanedFiles;
  /** Milliseconds, of any origin. */
  now(): number;
  /** A signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
  /** Told what failed, by code and cause, never a name or a key. */
  log(failure: Failure): void;
}

export const createSweepHandler =
  ({ filesFor, now, timeout, log }: SweepDependencies) =>
  async (request: Request): Promise<Response> => {
    // For `/health`: the function was started and answers.
    if (request.method === "GET") return jsonResponse({ ok: true });
    if (request.method !== "POST") return errorJsonResponse("request/invalid");
    const key = readKey(request);
    if (key === null) return errorJsonResponse("request/sign-in-needed");
    const began = now();
    try {
      const files = filesFor(key, timeout(SWEEP_TIMEOUTS.abortAfterMs));
      const swept = await sweep(files, () => now() - began < SWEEP_TIMEOUTS.startBeforeMs);
      if (swept.ok) return jsonResponse(swept.value);
      log(swept.error);
      return errorJsonResponse(swept.error.code);
    } catch (error) {
      log({ code: "bug/unexpected", cause: error instanceof Error ? error.name : "thrown" });
      return errorJsonResponse("bug/unexpected");
    }
  };

/** Batch after batch, while there is time. */
async function sweep(files: OrphanedFiles, inTime: () => boolean): Promise<Result<SweepResult>> {
  let removed = 0;
  do {
    const names = await files.list();
    if (!names.ok) return names;
    if (names.value.length === 0) return ok({ removed, more: false });
    const batch = await files.remove(names.value);
    if (!batch.ok) return batch;
    // The same names would come again.
    if (batch.value === 0) break;
    removed += batch.value;
  } while (inTime());
  return ok({ removed, more: true });
}

/**
 * What stands in the header `apikey`, where secret keys belong, else the bearer: Supabase's gateways may put a token of their
 * own beside a key. Null when it can be no key.
 */
function readKey({ headers }: Request): string | null {
  const [, bearer = ""] = /^Bearer (.*)$/iu.exec(headers.get("authorization") ?? "") ?? [];
  const key = headers.get("apikey") ?? bearer;
  return /^[\w.-]+$/u.test(key) ? key : null;
}
