/** Clients of a measure: signed up as guests, with the app's own RPC and Realtime. */
import * as z from "zod/mini";
import type { Result } from "#contracts/errors.ts";
import { systemClock as clock } from "../app/lib/clock.ts";
import { createRealtime } from "../app/lib/realtime.ts";
import { createRpc } from "../app/lib/rpc.ts";
import { createSupabaseHttp } from "../app/lib/supabaseHttp.ts";
import type { Stack } from "../local/index.ts";

type Address = Pick<Stack, "url" | "publishableKey">;

/** Returns the value. Throws with the error's code, because a measure has no use for a failure. */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.cause ?? ""}`);
  return result.value;
}

export async function signUp({ url, publishableKey }: Address): Promise<{ id: string; token: string }> {
  const response = await fetch(`${url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: "{}",
  });
  const session = z.object({ access_token: z.string(), user: z.object({ id: z.guid() }) }).parse(await response.json());
  return { id: session.user.id, token: session.access_token };
}

export function connect({ url, publishableKey }: Address, token: string) {
  const options = { supabaseUrl: url, publishableKey, accessToken: async () => token, clock };
  const http = createSupabaseHttp({ ...options, fetch });
  return { http, rpc: createRpc(http), realtime: createRealtime(options) };
}
export type Connection = ReturnType<typeof connect>;
