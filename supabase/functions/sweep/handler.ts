/** The function's HTTP side: a schedule calls with a secret key, and is told how many files were removed. */
import { answer, refuse } from "../_shared/answers.ts";
import { type Failure, ok, type Result } from "../_shared/contracts/errors.ts";
import type { Files } from "./files.ts";

/**
 * Milliseconds. Nothing is begun after the first: a schedule of Supabase's dashboard waits for five seconds. What does not
 * answer is given up after the second.
 */
export const SWEEP = { begin: 4_000, end: 10_000 } as const;

interface Swept {
  readonly removed: number;
  /** There may be: time was up, or somebody else is removing the same. */
  readonly more: boolean;
}

export interface Tools {
  filesFor(key: string, signal: AbortSignal): Files;
  /** Milliseconds, of any origin. */
  now(): number;
  /** A signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
  /** Told what failed, by code and cause, never a name or a key. */
  log(failure: Failure): void;
}

export const makeHandler =
  ({ filesFor, now, timeout, log }: Tools) =>
  async (request: Request): Promise<Response> => {
    // For `/health`: the function was started and answers.
    if (request.method === "GET") return answer({ ok: true });
    if (request.method !== "POST") return refuse("request/invalid");
    const key = readKey(request);
    if (key === null) return refuse("request/sign-in-needed");
    const began = now();
    try {
      const files = filesFor(key, timeout(SWEEP.end));
      const swept = await sweep(files, () => now() - began < SWEEP.begin);
      if (swept.ok) return answer(swept.value);
      log(swept.error);
      return refuse(swept.error.code);
    } catch (error) {
      log({ code: "bug/unexpected", cause: error instanceof Error ? error.name : "thrown" });
      return refuse("bug/unexpected");
    }
  };

/** Batch after batch, while there is time. */
async function sweep(files: Files, inTime: () => boolean): Promise<Result<Swept>> {
  let removed = 0;
  do {
    const names = await files.unneeded();
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
