/** Reads rows as the caller, whom the policies show only what is theirs to read. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type * as z from "zod/mini";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { codeOfAnswer, REQUEST_LIMIT } from "~/platform/rpcHttp.ts";

/** `query`: of PostgREST, without what people typed. Errors: `network/timeout`, `request/sign-in-needed`. */
export async function select<T>(
  { env, session }: AppLoadContext,
  table: string,
  query: Readonly<Record<string, string>>,
  shape: z.ZodMiniType<T>,
): Promise<Result<T>> {
  const token = await session.token();
  if (!token.ok) return token;
  if (token.value === null) return fail("request/sign-in-needed");
  try {
    const answer = await fetch(`${env.supabaseUrl}/rest/v1/${table}?${new URLSearchParams(query)}`, {
      headers: { apikey: env.publishableKey, authorization: `Bearer ${token.value.accessToken}` },
      signal: AbortSignal.timeout(REQUEST_LIMIT),
    });
    const rows: unknown = await answer.json();
    if (!answer.ok) return { ok: false, error: codeOfAnswer(answer.status, rows) };
    const parsed = shape.safeParse(rows);
    return parsed.success ? ok(parsed.data) : fail("bug/unexpected", `${table}: rows of another shape`);
  } catch {
    return fail("network/timeout");
  }
}
