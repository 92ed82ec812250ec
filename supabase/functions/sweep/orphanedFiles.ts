/** Orphaned files: listed by the database and removed by Storage, both with the function's secret key. */
import * as z from "zod/mini";
import { readJson, readText } from "../_shared/body.ts";
import { fail, ok, type Result } from "../_shared/contracts/errors.ts";
import { FILES_BUCKET } from "../_shared/contracts/files.ts";
import type { Project } from "../_shared/env.ts";

export interface OrphanedFiles {
  /** Returns a batch of names. */
  list(): Promise<Result<readonly string[]>>;
  /** Returns the number of removed files. */
  remove(names: readonly string[]): Promise<Result<number>>;
}

/** Larger than the rows of any batch. */
const MAX_RESPONSE_CHARS = 1_000_000;

/** The buckets whose objects rows of the database name, each with the function that lists the others. */
const LISTS = { [FILES_BUCKET]: "orphaned_files", avatars: "orphaned_avatars" } as const;
export type SweptBucket = keyof typeof LISTS;
export const SWEPT_BUCKETS: readonly SweptBucket[] = [FILES_BUCKET, "avatars"];

/** `signal` aborts the requests. */
export function createOrphanedFiles(
  { url, secretKey }: Project,
  signal: AbortSignal,
  bucket: SweptBucket,
): OrphanedFiles {
  const send = async (method: "POST" | "DELETE", path: string, body: object) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal,
    });
    return { status: response.status, body: readJson((await readText(response, MAX_RESPONSE_CHARS)) ?? "") };
  };
  return {
    list: async () => {
      const { status, body } = await send("POST", `/rest/v1/rpc/${LISTS[bucket]}`, {});
      return parseResponse("database", status, z.array(z.string()), body);
    },
    remove: async (names) => {
      const { status, body } = await send("DELETE", `/storage/v1/object/${bucket}`, { prefixes: names });
      const removed = parseResponse("storage", status, z.array(z.object({ name: z.string() })), body);
      return removed.ok ? ok(removed.value.length) : removed;
    },
  };
}

function parseResponse<T>(service: string, status: number, shape: z.ZodMiniType<T>, body: unknown): Result<T> {
  if (status !== 200) return fail("bug/unexpected", `${service} answered ${status}`);
  const result = shape.safeParse(body);
  return result.success ? ok(result.data) : fail("bug/unexpected", `${service}: a response of another shape`);
}
