/** Parley with short-lived access tokens, so that renewal happens during a test. Without translation. */
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Stack, startStack } from "../../local/index.ts";
import { ROOT } from "../../scripts/lib/paths.ts";
import { freePort } from "../../scripts/lib/ports.ts";
import { startWranglerServer } from "../../scripts/lib/wranglerServer.ts";
import { TEST_BUILD } from "./app.ts";

export interface ShortLivedApp {
  url: string;
  stack: Stack;
  close(): Promise<void>;
}

/** Starts the project with this token lifetime in its config.toml and no other change. */
export async function startWithTokenTtl(ttlSeconds: number): Promise<ShortLivedApp> {
  const root = await mkdtemp(join(tmpdir(), "parley-short-"));
  // Postgres runs as another user when the tests run as root, so the folder must be readable.
  await chmod(root, 0o755);
  await cp(join(ROOT, "supabase"), join(root, "supabase"), { recursive: true });
  for (const name of ["node_modules", "deno.json", "package.json"]) await symlink(join(ROOT, name), join(root, name));
  const config = join(root, "supabase/config.toml");
  const text = await readFile(config, "utf8");
  await writeFile(config, text.replace(/^jwt_expiry = \d+$/mu, `jwt_expiry = ${ttlSeconds}`));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const stack = await startStack({ root, data: join(root, "data"), port: 0, siteUrl: url, temporary: true });
  const worker = await startWranglerServer({
    build: TEST_BUILD,
    port,
    data: join(root, "worker"),
    vars: {
      SUPABASE_URL: stack.url,
      SUPABASE_PUBLISHABLE_KEY: stack.publishableKey,
      SUPABASE_SECRET_KEY: stack.secretKey,
      ICE_SERVERS: "[]",
    },
  });
  return {
    url,
    stack,
    async close() {
      await worker.close();
      await stack.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}
