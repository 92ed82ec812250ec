/**
 * POST `/session`: the page's short-lived access token; 204 when signed out. Only scripts of our own origin may
 * request it.
 */
import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import * as z from "zod/mini";

const sessionRequest = z.object({ renew: z.boolean() });

export async function action({ request, context }: ActionFunctionArgs) {
  if (request.headers.get("Sec-Fetch-Site") !== "same-origin") return new Response(null, { status: 403 });
  const parsed = sessionRequest.safeParse(await request.json().catch(() => null));
  if (!parsed.success) return new Response(null, { status: 400 });
  const token = await context.session.token(parsed.data);
  // An unknown viewer is not signed out.
  if (!token.ok) return new Response(null, { status: 503 });
  return token.value === null ? new Response(null, { status: 204 }) : Response.json(token.value);
}
