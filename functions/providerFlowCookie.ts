/**
 * Flows to providers that this browser began, each in two HTTP-only cookies, so that two tabs do not disturb each other. One
 * holds the verifier under the name of the client library, without which nobody can use the code. The other holds the page to
 * open, which the visitor may forge: it grants nothing.
 */
import type { Provider } from "@supabase/supabase-js";
import * as z from "zod/mini";
import { base64Url } from "~/lib/base64Url.ts";
import { postSignInPath } from "~/lib/postSignInPath.ts";
import { verifierCookie } from "./auth-client.ts";
import type { CookieJar } from "./cookieJar.ts";
import { readItem, type Verifiers } from "./sessionStorage.ts";

const PREFIX = "__Host-parley-to-";
/** As long as Auth keeps a flow. Seconds. */
const FLOW_TTL = 5 * 60;
/** Old ones go first. Each is two cookies, and browsers limit the size of all. */
const MAX_FLOWS = 5;

const flowId = z.guid();
const cookieSchema = z.object({
  provider: z.string(),
  next: z.pipe(z.string(), z.transform(postSignInPath)),
  /** The client library's name of the flow. */
  slot: z.string().check(z.regex(/^[0-9a-f]{32}$/u)),
  begunAt: z.number(),
  /** The account that connects an identity. Null: a sign-in. */
  connects: z._default(z.nullable(z.string()), null),
});
export interface ProviderFlow extends z.infer<typeof cookieSchema> {
  readonly id: string;
}

/** Returns the flows of this browser, newest first. */
export const readFlows = (jar: CookieJar): readonly ProviderFlow[] =>
  jar.sent.flatMap(({ name, value }) => parseFlow(name, value) ?? []).toSorted((a, b) => b.begunAt - a.begunAt);

function parseFlow(name: string, value: string): ProviderFlow | null {
  const id = flowId.safeParse(name.startsWith(PREFIX) ? name.slice(PREFIX.length) : "");
  if (!id.success) return null;
  try {
    return { id: id.data, ...cookieSchema.parse(JSON.parse(value)) };
  } catch {
    return null;
  }
}

/** Ids of providers come from the operator's list, which names only those that Auth knows. */
export const isProviderId = (id: string): id is Provider => id !== "";

/** Returns the page to which Auth leads back. `connects` chooses the text for a browser that does not know the flow. */
export const callbackUrl = (origin: string, flow: string, connects = false): string =>
  `${origin}/auth/callback?flow=${flow}${connects ? "&connect=1" : ""}`;

/** Returns the challenge of a flow that the client has begun (S256 of RFC 7636), or "" without a verifier. */
export async function challengeOf(
  { verifiers }: { verifiers: Verifiers },
  { flowId }: { readonly flowId?: string | null },
): Promise<string> {
  const cookie = verifierCookie(flowId ?? "");
  const verifier = await readItem([{ name: cookie, value: verifiers.get(cookie) ?? "" }], cookie);
  if (verifier === null) return "";
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(z.string().parse(JSON.parse(verifier))),
  );
  return base64Url(digest);
}

/** Keeps a flow that Auth has begun. Returns the provider's address, or null without a verifier. */
export function keepFlow(
  { jar, verifiers }: { jar: CookieJar; verifiers: Verifiers },
  flow: Omit<ProviderFlow, "slot" | "begunAt">,
  { url, flowId }: { readonly url: string | null; readonly flowId?: string | null },
): string | null {
  const slot = flowId ?? "";
  const verifier = verifiers.get(verifierCookie(slot));
  if (verifier === undefined || url === null) return null;
  writeFlow(jar, { ...flow, slot, begunAt: Date.now() }, verifier);
  return url;
}

/** `verifier`: as the client library stores it. */
function writeFlow(jar: CookieJar, { id, ...flow }: ProviderFlow, verifier: string): void {
  for (const old of readFlows(jar).slice(MAX_FLOWS - 1)) removeFlow(jar, old);
  jar.set(`${PREFIX}${id}`, JSON.stringify(flow), { maxAge: FLOW_TTL });
  jar.set(verifierCookie(flow.slot), verifier, { maxAge: FLOW_TTL });
}

export function removeFlow(jar: CookieJar, { id, slot }: ProviderFlow): void {
  jar.set(`${PREFIX}${id}`, "", { maxAge: 0 });
  jar.set(verifierCookie(slot), "", { maxAge: 0 });
}
