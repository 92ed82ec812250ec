/**
 * Flows to providers that this browser began, each in two HTTP-only cookies, so that two tabs do not disturb each other. One
 * holds the verifier under the name of the client library, without which nobody can use the code. The other holds the page to
 * open, which the visitor may forge: it grants nothing.
 */
import * as z from "zod/mini";
import { postSignInPath } from "~/lib/postSignInPath.ts";
import { verifierCookie } from "./auth-client.ts";
import type { CookieJar } from "./cookieJar.ts";

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

/** `verifier`: as the client library stores it. */
export function writeFlow(jar: CookieJar, { id, ...flow }: ProviderFlow, verifier: string): void {
  for (const old of readFlows(jar).slice(MAX_FLOWS - 1)) removeFlow(jar, old);
  jar.set(`${PREFIX}${id}`, JSON.stringify(flow), { maxAge: FLOW_TTL });
  jar.set(verifierCookie(flow.slot), verifier, { maxAge: FLOW_TTL });
}

export function removeFlow(jar: CookieJar, { id, slot }: ProviderFlow): void {
  jar.set(`${PREFIX}${id}`, "", { maxAge: 0 });
  jar.set(verifierCookie(slot), "", { maxAge: 0 });
}
