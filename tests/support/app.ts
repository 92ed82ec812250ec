/** The complete app for a test or a benchmark, on free ports: embedded Supabase, Apertium, the built Worker. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { JOBS_SECRET, type Stack, type StackOptions, startStack } from "../../local/index.ts";
import { startApertium } from "../../scripts/lib/apertium.ts";
import { compileMessages } from "../../scripts/lib/build.ts";
import { writeBuild } from "../../scripts/lib/buildCache.ts";
import { ROOT } from "../../scripts/lib/paths.ts";
import { freePort } from "../../scripts/lib/ports.ts";
import { startWranglerServer } from "../../scripts/lib/wranglerServer.ts";
import { type EngineProxy, startEngineProxy } from "../fakes/engineProxy.ts";
import { NO_RATE_LIMITS } from "./noRateLimits.ts";

export const TEST_BUILD = join(ROOT, ".build/test");

export async function buildForTests(): Promise<void> {
  await compileMessages();
  await writeBuild(TEST_BUILD);
}

export interface App {
  url: string;
  stack: Stack;
  /** The proxy between the edge function and the real engine. */
  engine: EngineProxy;
  close(): Promise<void>;
}

export interface AppOptions {
  /** More environment variables for the edge functions, such as a relay. */
  functionsEnv?: Record<string, string>;
  /** False: no engine is configured, and the proxy in `engine` has no target. Default true. */
  translates?: boolean;
  /** Starts the stack. Default: in this process. */
  start?: (options: StackOptions) => Promise<Stack>;
}

/** Serves the output of `buildForTests`. Throws without Apertium, because the tests translate for real. */
export async function startApp(options: AppOptions = {}): Promise<App> {
  const { functionsEnv = {}, translates = true, start = startStack } = options;
  const data = await mkdtemp(join(tmpdir(), "parley-"));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const apertium = translates ? await startApertium() : null;
  if (translates && !apertium) throw new Error("Apertium is not on this machine: `npm run setup:test`");
  const engine = await startEngineProxy(apertium?.url ?? "");
  const stack = await start({
    root: ROOT,
    data: join(data, "stack"),
    port: 0,
    siteUrl: url,
    rateLimits: NO_RATE_LIMITS,
    functionsEnv: {
      ...(translates && { TRANSLATE_ENGINES: "apertium", APERTIUM_URL: engine.url }),
      ...functionsEnv,
    },
  });
  const worker = await startWranglerServer({
    build: TEST_BUILD,
    port,
    data: join(data, "worker"),
    vars: {
      SUPABASE_URL: stack.url,
      SUPABASE_PUBLISHABLE_KEY: stack.publishableKey,
      SUPABASE_SECRET_KEY: stack.secretKey,
      JOBS_SECRET,
      ICE_SERVERS: "[]",
    },
  });
  return {
    url,
    stack,
    engine,
    async close() {
      await worker.close();
      await stack.close();
      await engine.close();
      await apertium?.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}
