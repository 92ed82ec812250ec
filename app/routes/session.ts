/** POST `/session`: the page's short access token. Nobody but a script of our own origin may ask. */
import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as z from "zod";
import type { SessionAnswer } from "#contracts/session.ts";

const body = z.object({ renew: z.boolean() });

export async function action({ request, context }: ActionFunctionArgs) {
  if (request.headers.get("Sec-Fetch-Site") !== "same-origin") return new Response(null, { status: 403 });
  const asked = body.safeParse(await request.json().catch(() => null));
  if (!asked.success) return new Response(null, { status: 400 });
  const token: SessionAnswer | null = await context.session.token(asked.data);
  return token ? Response.json(token) : new Response(null, { status: 401 });
}
