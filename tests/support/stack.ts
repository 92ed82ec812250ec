/**
 * An embedded Supabase for one test file: its own data folder, a free port, and the given SQL as the only migration.
 */
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { importJWK, SignJWT } from "jose";
import postgres from "postgres";
import type { Email } from "../../local/inbox/email.ts";
import { type Stack, type StackOptions, startStack } from "../../local/index.ts";
import { createTestClient } from "./client.ts";
import { copyDatabase } from "./databaseTemplates.ts";
import { NO_RATE_LIMITS } from "./noRateLimits.ts";

export interface TestStackOptions {
  /** SQL to run as role `postgres`, as a migration runs. */
  sql?: string;
  /** Files below `supabase/`, by path: `{"functions/hello/index.ts": "…"}`. */
  files?: Record<string, string>;
  functionsEnv?: Record<string, string>;
  captchaUrl?: string;
  requireCurrentPassword?: boolean;
  recoveryCodes?: boolean;
  saml?: boolean;
  /** Auth's rate limits. Default: limits that no test reaches; `{}` takes those of config.toml. */
  rateLimits?: StackOptions["rateLimits"];
}

export interface TestStack extends Stack {
  /** The folder that contains `supabase/` of this stack. */
  readonly root: string;
  readonly siteUrl: string;
  /** A superuser connection that bypasses every policy. */
  readonly admin: postgres.Sql;
  /** The log lines of the stack. */
  readonly lines: readonly string[];
  /** Creates a client with the publishable key and no session. */
  client(): SupabaseClient;
  /** Creates a client signed in as a new anonymous user. */
  guest(): Promise<{ client: SupabaseClient; id: string; accessToken: string; refreshToken: string }>;
  /** Returns the emails to an address, newest first. */
  mails(to: string): Promise<Email[]>;
  /** Signs an access token with the stack's key, which only its Auth has. */
  sign(claims: Record<string, unknown>): Promise<string>;
}

const SITE = "http://localhost:8787";

export async function startTestStack({
  sql = "",
  files = {},
  functionsEnv = {},
  captchaUrl,
  requireCurrentPassword = false,
  recoveryCodes = true,
  saml = true,
  rateLimits = NO_RATE_LIMITS,
}: TestStackOptions = {}): Promise<TestStack> {
  const root = await mkdtemp(join(tmpdir(), "parley-stack-"));
  // Postgres runs as another user when the tests run as root, so the folder must be readable.
  await chmod(root, 0o755);
  await symlink(resolve(import.meta.dirname, "../../node_modules"), join(root, "node_modules"));
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, "supabase", path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const data = join(root, ".local");
  await mkdir(data);
  await copyDatabase("empty", data);
  const lines: string[] = [];
  const stack = await startStack({
    root,
    data,
    port: 0,
    siteUrl: SITE,
    functionsEnv,
    ...(captchaUrl !== undefined && { captchaUrl }),
    requireCurrentPassword,
    recoveryCodes,
    saml,
    rateLimits,
    migrations: false,
    temporary: true,
    log: (line) => lines.push(line),
  });
  const admin = postgres(stack.adminDatabaseUrl, { max: 2, onnotice: () => {} });
  if (sql !== "") {
    const owner = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} });
    await owner.unsafe(sql).simple();
    await owner.end();
  }
  const client = () => createTestClient(stack);
  return {
    ...stack,
    root,
    siteUrl: SITE,
    admin,
    lines,
    client,
    async guest() {
      const own = client();
      const { data, error } = await own.auth.signInAnonymously();
      if (error) throw error;
      if (!data.session || !data.user) throw new Error("No session after signing in.");
      const { access_token, refresh_token } = data.session;
      return { client: own, id: data.user.id, accessToken: access_token, refreshToken: refresh_token };
    },
    async mails(to) {
      const response = await fetch(`${stack.inboxUrl}/api?${new URLSearchParams({ to })}`);
      return await response.json();
    },
    async sign(claims) {
      const jwk = JSON.parse(await readFile(join(data, "signing-key.json"), "utf8"));
      const key = await importJWK(jwk, "ES256");
      return await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: jwk.kid, typ: "JWT" }).sign(key);
    },
    async close() {
      await admin.end();
      await stack.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
