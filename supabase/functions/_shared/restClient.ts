/** The project's REST API, with responses parsed by a contract. */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type * as z from "zod/mini";
import { fail, isErrorCode, ok, type Result } from "./contracts/errors.ts";
import type { Project } from "./env.ts";

/** A client of the REST API, with the permissions of its key or of its user. */
export type RestClient = SupabaseClient;

interface RestResponse {
  data: unknown;
  error: { message: string } | null;
  status: number;
}

/** Creates a client that acts as the user of the token, or as its key without a token. */
export function createRestClient(url: string, key: string, token?: string): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    ...(token === undefined ? {} : { global: { headers: { Authorization: `Bearer ${token}` } } }),
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
