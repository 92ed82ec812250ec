/**
 * What a contract test runs against: an embedded Supabase started for the file, or a real one that the environment names
 * (`PARLEY_SUPABASE_URL`, `_PUBLISHABLE_KEY`, `_SECRET_KEY`, `_DB_URL`; `PARLEY_SUPABASE_MAIL_URL` when its mails land in a
 * Mailpit). The real one must be a throw-away: tests make tables and users there, and take back the tables only.
 */
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createClient, type SupabaseClient, type SupabaseClientOptions } from "@supabase/supabase-js";
import postgres from "postgres";
import { afterAll, beforeAll, type TestContext } from "vitest";
import * as z from "zod/mini";
import { startTestStack, type TestStack, type TestStackOptions } from "../../../tests/support/stack.ts";
import { mailReader, type ReadMail } from "./mailpit.ts";

const given = z.object({
  /** Without a slash at its end. */
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
type Given = z.infer<typeof given>;

/** The project named by the environment; null when none is. Half a name is an error, lest a test run elsewhere than meant. */
function givenProject(env: NodeJS.ProcessEnv): Given | null {
  if (env.PARLEY_SUPABASE_URL === undefined) return null;
  const parsed = given.safeParse({
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

const foreign = givenProject(process.env);
/** Whether the tests run against a project that was not started here. */
export const isForeign = foreign !== null;

export interface TargetOptions {
  /**
   * Run as role `postgres`, as a migration would be. What it makes must be new to the project: name it `contract_…`.
   * Functions of such a name are granted to all API roles, whatever the project's default privileges are.
   */
  sql?: string;
  /** Takes back what `sql` made; bears repetition, since it also runs before. A given project only. */
  undo?: string;
  /** Parley's own migrations first. A given project must have them already. */
  parley?: boolean;
  /** Files below `supabase/` of the embedded stack, such as `config.toml`. A given project has its own. */
  files?: Record<string, string>;
  /** More environment for the functions of the embedded stack. */
  functionsEnv?: Record<string, string>;
  /** Auth's rate limits of the embedded stack; `{}` takes those of config.toml. Default: none that a test could meet. */
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
  /** Role `postgres`: past every policy, no superuser. */
  readonly owner: postgres.Sql;
  /** What only a stack started here has: superuser, inbox, logs, signing key. Throws for a given project. */
  readonly embedded: TestStack;
  /** Mails to an address, newest first; null where nobody can read them. */
  readonly mails: ReadMail | null;
  /** A client of its own, with the publishable key and no session. */
  client(options?: SupabaseClientOptions<"public">): SupabaseClient;
  /** A client signed in as a new anonymous user. */
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
  return foreign === null ? await openEmbedded(options) : await openForeign(foreign, options);
}

/** One target for a test file. Reading it before it is open throws. */
export function targetForFile(options: TargetOptions = {}): () => Target {
  let target: Target | undefined;
  beforeAll(async () => {
    target = await openTarget(options);
  });
  afterAll(async () => await target?.close());
  return () => {
    if (target === undefined) throw new Error("The target is not open yet.");
    return target;
  };
}

/**
 * First line of a test that needs what only the stack started here has (its inbox, clock, keys): skips the test aloud
 * when a real project is given.
 */
export function onlyHere({ skip, task }: TestContext, reason: string): void {
  if (!isForeign) return;
  process.stdout.write(`skipped against the given project: "${task.name}": ${reason}\n`);
  skip(reason);
}

async function openEmbedded(options: TargetOptions): Promise<Target> {
  const { sql = "", parley = false, files, functionsEnv, rateLimits } = options;
  const migrations = parley ? await parleyMigrations() : "";
  const stack = await startTestStack({
    sql: `${migrations}${sql};${GRANTS}`,
    ...(files ? { files } : {}),
    ...(functionsEnv ? { functionsEnv } : {}),
    ...(rateLimits ? { rateLimits } : {}),
  });
  const owner = postgres(stack.databaseUrl, { max: 2, onnotice: () => {} });
  return {
    ...callers(stack),
    owner,
    embedded: stack,
    mails: mailReader(stack.inboxUrl),
    async close() {
      await owner.end({ timeout: 5 });
      await stack.close();
    },
  };
}

async function openForeign(project: Given, { sql = "", undo = "", parley = false }: TargetOptions): Promise<Target> {
  const owner = postgres(project.databaseUrl, { max: 2, onnotice: () => {} });
  try {
    if (parley && (await owner`select to_regclass('public.meetings') as found`)[0]?.found === null)
      throw new Error("The given project lacks Parley's migrations: `supabase db push` first.");
    await owner.unsafe(`${undo};${sql};${GRANTS};notify pgrst, 'reload schema'`).simple();
  } catch (error) {
    await owner.end({ timeout: 5 });
    throw error;
  }
  return {
    ...callers(project),
    owner,
    get embedded(): TestStack {
      throw new Error("The given project was not started here: begin the test with onlyHere().");
    },
    mails: project.mailUrl === undefined ? null : mailReader(project.mailUrl),
    async close() {
      await owner.unsafe(undo).simple();
      await owner.end({ timeout: 5 });
    },
  };
}

function callers({ url, publishableKey, secretKey }: Pick<Target, "url" | "publishableKey" | "secretKey">) {
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
