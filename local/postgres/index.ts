/** Embedded Postgres: the database of the local stack. Tests also use it alone. */
import { join } from "node:path";
import postgres from "postgres";
import { bootstrap } from "./bootstrap.ts";
import { startCluster } from "./cluster.ts";
import { migrate } from "./migrations.ts";
import { isFresh, seedDatabase } from "./seed.ts";

export interface DatabaseOptions {
  /** Project root, which holds `supabase/migrations`. */
  root: string;
  /** Data folder. It persists between starts. Only one stack may run per folder. */
  data: string;
  /** Applies `supabase/migrations` as role `postgres`. Default true. */
  migrations?: boolean;
  /**
   * Runs the files of `[db.seed]` in `supabase/config.toml` in a database that gets its first migration now. Default
   * false.
   */
  seed?: boolean;
  /** Skips fsync: faster, for tests whose data need not survive a crash of the machine. Default false. */
  temporary?: boolean;
  log?: (line: string) => void;
}

export interface Database {
  /** Superuser `supabase_admin`. */
  readonly adminUrl: string;
  /** Role `postgres`: not a superuser, owns everything that migrations create. */
  readonly url: string;
  /** Role `authenticator`, which may switch to anon, authenticated or service_role. */
  readonly authenticatorUrl: string;
  /** Role `supabase_auth_admin`: owns the schema `auth`; triggers on its tables run as this role. */
  readonly authUrl: string;
  /** Resolves with one sentence when Postgres exited unexpectedly and could not be restarted. */
  readonly failed: Promise<string>;
  /** Whether the database is new and was filled with the seed now. */
  readonly seeded: boolean;
  /** Shuts Postgres down cleanly. Idempotent. */
  close(): Promise<void>;
}

/**
 * Starts Postgres with the roles and schemas of a hosted project, on a free port of 127.0.0.1. Throws one clear
 * sentence on failure.
 */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  const { root, data, migrations = true, seed = false, temporary = false, log = () => {} } = options;
  const cluster = await startCluster({ data, temporary, log });
  let seeded = false;
  const connect = (url: string) => postgres(url, { max: 1, onnotice: () => {} });
  try {
    const admin = connect(cluster.url("supabase_admin"));
    await bootstrap(admin, cluster).finally(() => admin.end());
    if (migrations) {
      const owner = connect(cluster.url("postgres"));
      try {
        const fresh = await isFresh(owner);
        for (const name of await migrate(owner, join(root, "supabase", "migrations"))) log(`applied ${name}`);
        if (seed && fresh) {
          const paths = await seedDatabase(owner, root);
          for (const path of paths) log(`ran supabase/${path}`);
          seeded = paths.length > 0;
        }
      } finally {
        await owner.end();
      }
    }
  } catch (error) {
    await cluster.close();
    throw error;
  }
  return {
    adminUrl: cluster.url("supabase_admin"),
    url: cluster.url("postgres"),
    authenticatorUrl: cluster.url("authenticator"),
    authUrl: cluster.url("supabase_auth_admin"),
    failed: cluster.failed,
    seeded,
    close: cluster.close,
  };
}
