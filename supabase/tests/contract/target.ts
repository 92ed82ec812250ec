/**
 * The target of a contract test: an embedded Supabase started for the file, or an external project. The environment names
 * the latter: `PARLEY_SUPABASE_URL`, `_PUBLISHABLE_KEY`, `_SECRET_KEY`, `_DB_URL`, and `PARLEY_SUPABASE_MAIL_URL` for a
 * Mailpit with its emails. The external project must be a throw-away: tests create tables and users there and drop only
 * the tables.
 */
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createClient, type SupabaseClient, type SupabaseClientOptions } from "@supabase/supabase-js";
import postgres from "postgres";
import { afterAll, beforeAll, type TestContext } from "vitest";
import * as z from "zod/mini";
import { startTestStack, type TestStack, type TestStackOptions } from "../../../tests/support/stack.ts";
import { createEmailReader, type ReadEmails } from "./mailpit.ts";

const externalProject = z.object({
  /** Without a trailing slash. */
  url: z.pipe(
    z.url(),
    z.transform((url) => url.replace(/\/+$/u, "")),
  ),
  publishableKey: z.string().check(z.minLength(1)),
  secretKey: z.string().check(z.minLength(1)),
  /** Role `postgres`. */
  databaseUrl: z.string().check(z.startsWith("postgres")),
  /** Base of Mailpit's API, `http://127.0.0.1:54324`. */
  mailUrl: z.optional(z.url()),
});
type ExternalProject = z.infer<typeof externalProject>;

/** Waits for the schema cache, which reloads in the background after DDL and takes longer on a busy machine. */
export const SCHEMA_RELOAD = { timeout: 10_000 } as const;

/** Returns the project of the environment, or null. Throws when variables are missing, to not test the wrong target. */
function readExternalProject(env: NodeJS.ProcessEnv): ExternalProject | null {
  if (env.PARLEY_SUPABASE_URL === undefined) return null;
  const parsed = externalProject.safeParse({
    url: env.PARLEY_SUPABASE_URL,
    publishableKey: env.PARLEY_SUPABASE_PUBLISHABLE_KEY,
    secretKey: env.PARLEY_SUPABASE_SECRET_KEY,
    databaseUrl: env.PARLEY_SUPABASE_DB_URL,
    mailUrl: env.PARLEY_SUPABASE_MAIL_URL,
  });
  if (parsed.success) return parsed.data;
  throw new Error(
    "PARLEY_SUPABASE_URL needs PARLEY_SUPABASE_PUBLISHABLE_KEY, PARLEY_SUPABASE_SECRET_KEY and PARLEY_SUPABASE_DB_URL beside it.",
  );
}

const external = readExternalProject(process.env);
/** Whether the tests run against an external project. */
export const isExternal = external !== null;

export interface TargetOptions {
  /**
   * Runs as role `postgres`, like a migration. All its objects must be new to the project and named `contract_…`.
   * Functions of such a name are granted to all API roles, regardless of the project's default privileges.
   */
  sql?: string;
  /** Drops the objects of `sql`. Must be repeatable, because it also runs before. External project only. */
  cleanup?: string;
  /** Runs Parley's own migrations first. An external project must already have them. */
  parley?: boolean;
  /** Files below `supabase/` of the embedded stack, such as `config.toml`. An external project has its own. */
  files?: Record<string, string>;
  /** Additional environment variables for the embedded stack's functions. */
  functionsEnv?: Record<string, string>;
  /** Verifies captcha tokens, for the embedded stack. */
  captchaUrl?: string;
  /** Auth of the embedded stack asks for the current password before it sets another one. */
  requireCurrentPassword?: boolean;
  /** Auth of the embedded stack offers recovery codes. Default: true. */
  recoveryCodes?: boolean;
  /** Auth of the embedded stack offers single sign-on. Default: true. */
  saml?: boolean;
  /** Auth's rate limits of the embedded stack. Default: above what tests need; `{}` uses those of config.toml. */
  rateLimits?: TestStackOptions["rateLimits"];
}

export interface Guest {
  readonly client: SupabaseClient;
  readonly id: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface Target {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Role `postgres`: bypasses policies, not a superuser. */
  readonly owner: postgres.Sql;
  /** Features of the embedded stack: superuser, inbox, logs, signing key. Throws for an external project. */
  readonly embedded: TestStack;
  /** Reads emails to an address, newest first. Null when the target has no email reader. */
  readonly emails: ReadEmails | null;
  /** Returns a new client with the publishable key and no session. */
  client(options?: SupabaseClientOptions<"public">): SupabaseClient;
  /** Returns a client signed in as a new anonymous user. */
  guest(): Promise<Guest>;
  close(): Promise<void>;
}

const GRANTS = `
do $$
declare
  routine regprocedure;
begin
  for routine in
    select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace and starts_with(proname, 'contract_')
  loop
    execute format('grant execute on function %s to anon, authenticated, service_role', routine);
  end loop;
end
$$;`;

const root = resolve(import.meta.dirname, "../../..");

export async function openTarget(options: TargetOptions = {}): Promise<Target> {
  return external === null ? await openEmbedded(options) : await openExternal(external, options);
}

/** Opens one target for a test file. The returned function throws before `beforeAll`. */
export function targetForFile(options: TargetOptions = {}): () => Target {
  let target: Target | undefined;
  beforeAll(async () => {
    target = await openTarget(options);
  });
  afterAll(async () => await target?.close());
  return () => {
    if (target === undefined) throw new Error("The target is not ready yet.");
    return target;
  };
}

/** Returns a test that runs on a stack of its own, with this config.toml and its rate limits. */
export const configured =
  (toml: string, options: TargetOptions, run: (target: Target) => Promise<void>) => async () => {
    const target = await openTarget({ files: { "config.toml": toml }, rateLimits: {}, ...options });
    try {
      await run(target);
    } finally {
      await target.close();
    }
  };

/**
 * First line of a test that needs the embedded stack (its inbox, clock, keys): skips the test with a message for an
 * external project.
 */
export function embeddedOnly({ skip, task }: TestContext, reason: string): void {
  if (!isExternal) return;
  process.stdout.write(`skipped against the external project: "${task.name}": ${reason}\n`);
  skip(reason);
}

async function openEmbedded(options: TargetOptions): Promise<Target> {
  const { sql = "", parley = false, files, functionsEnv, rateLimits, captchaUrl } = options;
  const { requireCurrentPassword, recoveryCodes, saml } = options;
  const migrations = parley ? await parleyMigrations() : "";
  const stack = await startTestStack({
    sql: `${migrations}${sql};${GRANTS}`,
    ...(files ? { files } : {}),
    ...(functionsEnv ? { functionsEnv } : {}),
    ...(captchaUrl !== undefined && { captchaUrl }),
    ...(requireCurrentPassword !== undefined && { requireCurrentPassword }),
    ...(recoveryCodes !== undefined && { recoveryCodes }),
    ...(saml !== undefined && { saml }),
    ...(rateLimits ? { rateLimits } : {}),
  });
  const owner = postgres(stack.databaseUrl, { max: 2, onnotice: () => {} });
  return {
    ...createCallers(stack),
    owner,
    embedded: stack,
    emails: createEmailReader(stack.inboxUrl),
    async close() {
      await owner.end({ timeout: 5 });
      await stack.close();
    },
  };
}

async function openExternal(
  project: ExternalProject,
  { sql = "", cleanup: undo = "", parley = false }: TargetOptions,
): Promise<Target> {
  const owner = postgres(project.databaseUrl, { max: 2, onnotice: () => {} });
  try {
    if (parley && (await owner`select to_regclass('public.meetings') as found`)[0]?.found === null)
      throw new Error("The external project lacks Parley's migrations: run `supabase db push` first.");
    await owner.unsafe(`${undo};${sql};${GRANTS};notify pgrst, 'reload schema'`).simple();
  } catch (error) {
    await owner.end({ timeout: 5 });
    throw error;
  }
  return {
    ...createCallers(project),
    owner,
    get embedded(): TestStack {
      throw new Error("The external project has no embedded stack: start the test with embeddedOnly().");
    },
    emails: project.mailUrl === undefined ? null : createEmailReader(project.mailUrl),
    async close() {
      await owner.unsafe(undo).simple();
      await owner.end({ timeout: 5 });
    },
  };
}

function createCallers({ url, publishableKey, secretKey }: Pick<Target, "url" | "publishableKey" | "secretKey">) {
  const client = (options: SupabaseClientOptions<"public"> = {}) =>
    createClient(url, publishableKey, {
      ...options,
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, ...options.auth },
    });
  const guest = async (): Promise<Guest> => {
    const own = client();
    const { data, error } = await own.auth.signInAnonymously();
    if (error) throw error;
    if (!data.session || !data.user) throw new Error("No session after signing in.");
    const { access_token, refresh_token } = data.session;
    return { client: own, id: data.user.id, accessToken: access_token, refreshToken: refresh_token };
  };
  return { url, publishableKey, secretKey, client, guest };
}

async function parleyMigrations(): Promise<string> {
  const folder = join(root, "supabase/migrations");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return texts.map((text) => `${text};reset all;\n`).join("");
}
