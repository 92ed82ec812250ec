/** The Worker's environment, parsed once per isolate. */
import * as z from "zod/mini";
import type { PublicEnv } from "~/lib/loadContext.ts";

const iceServers = z.array(
  z.object({
    urls: z.union([z.string(), z.array(z.string())]),
    username: z.optional(z.string()),
    credential: z.optional(z.string()),
  }),
);

const jsonText = z.pipe(
  z.string(),
  z.transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.issues.push({ code: "custom", message: "is not JSON", input: text });
      return z.NEVER;
    }
  }),
);

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);
/** The embedded Supabase has public keys; they are valid for loopback addresses only. */
const EMBEDDED_KEY = /^sb_(publishable|secret)_local_/u;

const shape = z
  .object({
    SUPABASE_URL: z.pipe(
      z.url({ protocol: /^https?$/u, error: "is not an address" }),
      z.transform((url: string) => url.replace(/\/+$/u, "")),
    ),
    SUPABASE_PUBLISHABLE_KEY: z.string("is missing").check(z.minLength(1, "is missing")),
    SUPABASE_SECRET_KEY: z.string("is missing").check(z.minLength(1, "is missing")),
    ICE_SERVERS: z._default(z.pipe(jsonText, iceServers), []),
  })
  .check(
    z.refine(
      ({ SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY }) =>
        LOOPBACK.has(new URL(SUPABASE_URL).hostname) ||
        !(EMBEDDED_KEY.test(SUPABASE_PUBLISHABLE_KEY) || EMBEDDED_KEY.test(SUPABASE_SECRET_KEY)),
      { message: "the embedded Supabase's keys are for this machine only", path: ["SUPABASE_SECRET_KEY"] },
    ),
  );

export interface Env {
  readonly public: PublicEnv;
  /** For `/auth/v1` only: read by `auth-fetch.ts`, nowhere else. */
  readonly secretKey: string;
}

const parsed = new WeakMap<object, Env>();

/** Parses the environment. Throws with the names of missing or invalid variables, never with a value. */
export function readEnv(bindings: object): Env {
  const cached = parsed.get(bindings);
  if (cached) return cached;
  const result = shape.safeParse(bindings);
  if (!result.success) {
    const wrong = result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; ");
    throw new Error(`The Worker's environment is not complete: ${wrong}`);
  }
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, ICE_SERVERS } = result.data;
  const env: Env = {
    public: { supabaseUrl: SUPABASE_URL, publishableKey: SUPABASE_PUBLISHABLE_KEY, iceServers: ICE_SERVERS },
    secretKey: SUPABASE_SECRET_KEY,
  };
  parsed.set(bindings, env);
  return env;
}
