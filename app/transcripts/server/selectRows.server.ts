/** Reads table rows as the caller, limited by the row policies. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type * as z from "zod/mini";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { REQUEST_TIMEOUT_MS, readResponse } from "~/lib/supabaseHttp.ts";

/** `query`: PostgREST parameters, never user input. Errors: `network/timeout`, `network/not-reached`, `request/sign-in-needed`. */
export async function selectRows<T>(
  { env, session }: AppLoadContext,
  table: string,
  query: Readonly<Record<string, string>>,
  schema: z.ZodMiniType<T>,
): Promise<Result<T>> {
  const token = await session.token();
  if (!token.ok) return token;
  if (token.value === null) return fail("request/sign-in-needed");
  try {
    const response = await fetch(`${env.supabaseUrl}/rest/v1/${table}?${new URLSearchParams(query)}`, {
      headers: { apikey: env.publishableKey, authorization: `Bearer ${token.value.accessToken}` },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const rows = await readResponse(response);
    if (!rows.ok) return rows;
    const parsed = schema.safeParse(rows.value);
    return parsed.success ? ok(parsed.data) : fail("bug/unexpected", `${table}: rows of another shape`);
  } catch {
    return fail("network/timeout");
  }
}
