/**
 * POST `/goodbye`: a page that goes away leaves its call, or takes its knock along. The answer is the same whatever
 * comes of it, and does not wait for that: most likely nobody reads it.
 */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { goodbye } from "#contracts/goodbye.ts";
import { carryOut } from "~/platform/goodbye.server.ts";

interface Asked {
  readonly request: Request;
  readonly context: Pick<AppLoadContext, "rpcWithoutRenewal" | "waitUntil">;
}

export async function action({ request, context }: Asked) {
  const said = goodbye.safeParse(await request.json().catch(() => null));
  if (!said.success) return new Response(null, { status: 400 });
  context.waitUntil(carryOut(said.data, context.rpcWithoutRenewal));
  return new Response(null, { status: 204 });
}
