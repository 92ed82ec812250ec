/** The project's REST API, with responses parsed by a contract. */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type * as z from "zod/mini";
import { BUSY_RETRY_DELAYS_MS } from "./contracts/busyRetry.ts";
import { BUSY_STATUS, fail, isErrorCode, ok, type Result } from "./contracts/errors.ts";
import type { Project } from "./env.ts";

/** A client of the REST API, with the permissions of its key or of its user. */
export type RestClient = SupabaseClient;

interface RestResponse {
  data: unknown;
  error: { message: string } | null;
  status: number;
}

/**
 * Sends a request again while the database runs too many of its user's, or another of the same slow kind. The last response
 * of a busy database has the status of an error.
 */
const fetchWhenAdmitted: typeof fetch = async (input, init) => {
  for (const delayMs of BUSY_RETRY_DELAYS_MS) {
    const response = await fetch(input, init);
    if (response.status !== BUSY_STATUS) return response;
    await response.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, delayMs));
  }
  const { status, body, headers } = await fetch(input, init);
  return new Response(body, { status: status === BUSY_STATUS ? 429 : status, headers });
};

/** Creates a client that acts as the user of the token, or as its key without a token. */
export function createRestClient(url: string, key: string, token?: string): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: fetchWhenAdmitted,
      ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
    },
  });
}

/** Creates a client with the function's own secret key. */
export const createServiceClient = ({ url, secretKey }: Project): RestClient => createRestClient(url, secretKey);

/** Returns the parsed result. An error of the database keeps its code and loses its details. */
export function parseRestResponse<T>({ data, error, status }: RestResponse, schema: z.ZodMiniType<T>): Result<T> {
  if (status === 401) return fail("request/sign-in-needed");
  if (error !== null) {
    return isErrorCode(error.message) ? fail(error.message) : fail("bug/unexpected", `database answered ${status}`);
  }
  const parsed = schema.safeParse(data);
  return parsed.success ? ok(parsed.data) : fail("bug/unexpected", "a response of another shape");
}
