/** Embedded Postgres: the database of the local stack, usable alone by tests. */
import { join } from "node:path";
import postgres from "postgres";
import { bootstrap } from "./bootstrap.ts";
import { startCluster } from "./cluster.ts";
import { migrate } from "./migrations.ts";
import { isFresh, seedDatabase } from "./seed.ts";

export interface DatabaseOptions {
  /** Project root, which holds `supabase/migrations`. */
  root: string;
  /** Data folder. Kept between starts; one running stack a folder. */
  data: string;
  /** Apply `supabase/migrations` as role `postgres`. Default true. */
  migrations?: boolean;
  /** Fill a database that gets its first migration now with what `[db.seed]` of `supabase/config.toml` names. Default false. */
  seed?: boolean;
  /** The data need not survive a crash of the machine: faster, for tests. Default false. */
  temporary?: boolean;
  log?: (line: string) => void;
}

export interface Database {
  /** Superuser `supabase_admin`. */
  readonly adminUrl: string;
  /** Role `postgres`, no superuser, owner of what the migrations make. */
  readonly url: string;
  /** Role `authenticator`, who may become anon, authenticated or service_role. */
  readonly authenticatorUrl: string;
  /** Role `supabase_auth_admin`, owner of the schema `auth`, as whom triggers on its tables run. */
  readonly authUrl: string;
  /** Resolves, with one sentence, when Postgres ended unasked and could not be started again. */
  readonly failed: Promise<string>;
  /** Stops Postgres in good order. Idempotent. */
  close(): Promise<void>;
}

/** Starts Postgres with everything a hosted project has, on a free port of 127.0.0.1. Throws one clear sentence. */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  const { root, data, migrations = true, seed = false, temporary = false, log = () => {} } = options;
  const cluster = await startCluster({ data, temporary, log });
  const connect = (url: string) => postgres(url, { max: 1, onnotice: () => {} });
  try {
    const admin = connect(cluster.url("supabase_admin"));
    await bootstrap(admin, cluster).finally(() => admin.end());
    if (migrations) {
      const owner = connect(cluster.url("postgres"));
      try {
        const fresh = await isFresh(owner);
        for (const name of await migrate(owner, join(root, "supabase", "migrations"))) log(`applied ${name}`);
        if (seed && fresh) for (const path of await seedDatabase(owner, root)) log(`ran supabase/${path}`);
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
    close: cluster.close,
  };
}
