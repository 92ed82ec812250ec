/** The embedded Supabase: everything the unmodified client libraries need, in one process on 127.0.0.1. */
import { join } from "node:path";
import postgres from "postgres";
import { startAuth } from "./auth/index.ts";
import { type RateLimits, readConfig } from "./config.ts";
import { dataFolderError, prepareDataFolder } from "./dataFolder.ts";
import { functionsDotenv } from "./functions/config.ts";
import { type Functions, startFunctions } from "./functions/index.ts";
import { openGateway } from "./gateway.ts";
import { loadHookSecrets } from "./hookSecrets.ts";
import { createInbox } from "./inbox/index.ts";
import { EMAIL_KEY, JOBS_SECRET, loadKeys, PUBLISHABLE_KEY, SECRET_KEY, SMS_KEY, verifyAny } from "./keys.ts";
import { startDatabase } from "./postgres/index.ts";
import { startRealtime } from "./realtime/index.ts";
import type { PlanName } from "./realtime/limits.ts";
import { startRest } from "./rest/index.ts";
import { startStorage } from "./storage/index.ts";

export { JOBS_SECRET, PUBLISHABLE_KEY, SECRET_KEY };

export interface StackOptions {
  /** Project root, which holds `supabase/` and `node_modules/`. */
  root: string;
  /** Data folder. Only one stack may run per folder. */
  data: string;
  /** Port of the gateway on 127.0.0.1; 0 picks a free one. */
  port: number;
  /** Address of the app, for the links in emails. */
  siteUrl: string;
  /** Overrides Auth's rate limits of config.toml. */
  rateLimits?: Partial<RateLimits>;
  /** Verifies captcha tokens instead of the provider of `[auth.captcha]`. */
  captchaUrl?: string;
  /** Auth asks for the current password before it sets another one. Default: false. */
  requireCurrentPassword?: boolean;
  /** Auth offers recovery codes. Default: true. */
  recoveryCodes?: boolean;
  /** Auth offers single sign-on by SAML. Default: true. */
  saml?: boolean;
  /** Additional environment variables for the edge functions. */
  functionsEnv?: Record<string, string>;
  /** Applies `supabase/migrations` as role `postgres`. Default true. */
  migrations?: boolean;
  /** Fills a new database with the files of `[db.seed]` in `supabase/config.toml`. Default false. */
  seed?: boolean;
  /** The plan whose Realtime limits apply. Default "free". */
  realtimePlan?: PlanName;
  /** Skips fsync: faster, for tests whose data need not survive a crash of the machine. Default false. */
  temporary?: boolean;
  log?: (line: string) => void;
}

export interface Stack {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly inboxUrl: string;
  /** Role `postgres`, not a superuser. */
  readonly databaseUrl: string;
  /** Superuser `supabase_admin`, for tests. */
  readonly adminDatabaseUrl: string;
  /** Resolves with one sentence when the stack cannot continue. Close it then. */
  readonly failed: Promise<string>;
  /** Whether the database is new and was filled with the seed now. */
  readonly seeded: boolean;
  /** Ends all child processes. Idempotent. */
  close(): Promise<void>;
}

/** Starts all services. If a service fails, stops the others and throws one clear sentence. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { root, data, port, siteUrl, functionsEnv = {}, migrations = true, seed = false, temporary = false } = options;
  const plan = options.realtimePlan ?? "free";
  const log = options.log ?? (() => {});
  /** Closes what was started, in reverse order. */
  const started: (() => Promise<void>)[] = [];
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= (async () => {
      for (const end of started.toReversed()) await end().catch(() => {});
    })();
    return closing;
  };

  try {
    await prepareDataFolder(data);
    const config = await readConfig(root);
    const gateway = await openGateway(port);
    started.push(gateway.close);
    const [database, keys] = await Promise.all([
      startDatabase({ root, data, migrations, seed, temporary, log }),
      loadKeys(data, `${gateway.url}/auth/v1`),
    ]);
    started.push(database.close);

    const admin = postgres(database.adminUrl, { max: 4, onnotice: () => {} });
    started.push(() => admin.end({ timeout: 5 }));
    // Realtime keeps querying while Postgres restarts. With `fetch_types` a query for array types that is cut off then
    // would end the process.
    const realtimeSql = postgres(database.adminUrl, { max: 10, fetch_types: false, onnotice: () => {} });
    started.push(() => realtimeSql.end({ timeout: 5 }));
    const inbox = createInbox();
    let functions: Functions | null = null;
    const env = {
      JOBS_SECRET,
      ...(await loadHookSecrets(data)),
      EMAIL_URL: `${gateway.url}/inbox/emails`,
      EMAIL_KEY,
      EMAIL_FROM: "Parley <parley@parley.example>",
      SMS_URL: `${gateway.url}/inbox/sms`,
      SMS_KEY,
      SMS_FROM: "Parley",
      APP_URL: siteUrl,
      ...(await functionsDotenv(root)),
      ...functionsEnv,
    };
    const auth = await startAuth({
      url: database.authUrl,
      keys,
      config: config.auth,
      inbox,
      hooks: { env, warm: async (name) => await functions?.warm(name) },
      root,
      rateLimits: options.rateLimits ?? {},
      ...(options.captchaUrl !== undefined && { captchaUrl: options.captchaUrl }),
      requireCurrentPassword: options.requireCurrentPassword ?? false,
      recoveryCodes: options.recoveryCodes ?? true,
      saml: options.saml ?? true,
      gatewayUrl: gateway.url,
      siteUrl,
      log,
    });
    started.push(auth.close);
    const rest = await startRest({ url: database.authenticatorUrl, adminUrl: database.adminUrl, api: config.api });
    started.push(rest.close);
    const realtime = await startRealtime({
      url: database.adminUrl,
      sql: realtimeSql,
      verify: (token) => verifyAny(keys, token),
      plan,
      log,
    });
    started.push(realtime.close);
    const storage = await startStorage({
      url: database.authenticatorUrl,
      admin,
      data,
      limit: config.storage.file_size_limit,
      log,
    });
    started.push(storage.close);
    functions = await startFunctions({
      root,
      cache: join(data, "deno"),
      keys,
      env: { ...env, ...hostedEnvironment(gateway.url, database.url, keys.jwks) },
      log,
    });
    started.push(functions.close);

    gateway.serve({ keys, rest, auth, inbox, realtime, functions, storage, log });
    void functions.prewarm();
    return {
      url: gateway.url,
      publishableKey: PUBLISHABLE_KEY,
      secretKey: SECRET_KEY,
      inboxUrl: `${gateway.url}/inbox`,
      databaseUrl: database.url,
      adminDatabaseUrl: database.adminUrl,
      failed: database.failed,
      seeded: database.seeded,
      close,
    };
  } catch (error) {
    await close();
    throw dataFolderError(data, error);
  }
}

/** Returns the environment that hosted gives to every function. The two legacy names hold the new keys. */
function hostedEnvironment(url: string, databaseUrl: string, jwks: unknown): Record<string, string> {
  return {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: PUBLISHABLE_KEY }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: SECRET_KEY }),
    SUPABASE_ANON_KEY: PUBLISHABLE_KEY,
    SUPABASE_SERVICE_ROLE_KEY: SECRET_KEY,
    SUPABASE_DB_URL: databaseUrl,
    SUPABASE_JWKS: JSON.stringify(jwks),
  };
}
