/** `/functions/v1`: serves `supabase/functions/<name>/index.ts`, each in its own Deno process, started on first use. */
import { type FSWatcher, watch } from "node:fs";
import { realpath } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { readConfig } from "../config.ts";
import type { Keys } from "../keys.ts";
import { type FunctionChild, startChild } from "./child.ts";
import { entryOf, functionNames } from "./config.ts";
import { connectToPort, forward, sendError } from "./proxy.ts";

export interface FunctionsOptions {
  root: string;
  /** Folder for Deno's cache. */
  cache: string;
  keys: Keys;
  /** Environment of every function: the hosted variables and the project's own. */
  env: Readonly<Record<string, string>>;
  log(line: string): void;
}

export interface Functions {
  /** Handles `/functions/v1/<name>…`. Never rejects. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Starts a function unless it runs. Never rejects: a failure is reported when the function is called. */
  warm(name: string): Promise<void>;
  /** Starts all functions before their first request. */
  prewarm(): Promise<void>;
  /** Ends all processes. Idempotent. */
  close(): Promise<void>;
}

export async function startFunctions({ root, cache, keys, env, log }: FunctionsOptions): Promise<Functions> {
  const folder = join(root, "supabase", "functions");
  const packages = join(root, "node_modules");
  const deno = join(packages, ".bin", "deno");
  // Behind a symbolic link, Deno checks the permission for the real path.
  const readable = [...new Set([packages, await realpath(packages).catch(() => packages), folder])];
  const children = new Map<string, Promise<FunctionChild>>();
  let config = await readConfig(root);
  let closed = false;

  const childOf = (name: string, entry: string): Promise<FunctionChild> => {
    const running = children.get(name);
    if (running) return running;
    const started = startChild({ name, entry, deno, readable, cache, env, log });
    children.set(name, started);
    const forget = () => {
      if (children.get(name) === started) children.delete(name);
    };
    started.then((child) => child.ended.then(forget), forget);
    return started;
  };

  /** A process may have died unnoticed a moment ago. Then starts another one, once. */
  const connectTo = async (name: string, entry: string): Promise<Socket> => {
    const first = childOf(name, entry);
    const socket = await connectToPort((await first).port);
    if (socket !== null) return socket;
    if (children.get(name) === first) children.delete(name);
    const retried = await connectToPort((await childOf(name, entry)).port);
    if (retried === null) throw new Error(`The function ${name} does not listen.`);
    return retried;
  };

  const stopAll = async () => {
    const running = [...children.values()];
    children.clear();
    await Promise.all(running.map((child) => child.then(({ stop }) => stop()).catch(() => {})));
  };

  // A changed file ends all processes. The next request starts the new code.
  const watcher = watchFolder(folder, () => {
    if (children.size > 0) log("functions: code changed, restarting");
    void stopAll();
  });
  const configWatcher = watchFolder(join(root, "supabase", "config.toml"), async () => {
    config = await readConfig(root).catch((error: Error) => {
      log(error.message);
      return config;
    });
  });

  const warm = async (name: string) => {
    const entry = entryOf(root, name);
    if (entry !== null && !closed) await childOf(name, entry).catch(() => {});
  };

  return {
    warm,
    handle: async (req, res) => {
      const [, name, rest = ""] = /^\/functions\/v1\/([^/?]+)(.*)$/u.exec(req.url ?? "") ?? [];
      const entry = name === undefined ? null : entryOf(root, name);
      if (name === undefined || entry === null) {
        return sendError(res, 404, "NOT_FOUND", "Requested function was not found");
      }
      if (config.functions[name]?.verify_jwt !== false && req.method !== "OPTIONS") {
        const failure = await tokenError(keys, req.headers.authorization);
        if (failure) return sendError(res, 401, failure.code, failure.message);
      }
      if (closed) return sendError(res, 503, "SHUTTING_DOWN", "The stack is stopping");
      try {
        await forward(req, res, await connectTo(name, entry), `/${name}${rest}`);
      } catch (error) {
        log(`functions: ${error instanceof Error ? error.message : String(error)}`);
        sendError(res, 503, "BOOT_ERROR", "Function failed to start (please check logs)");
      }
    },
    prewarm: async () => {
      for (const name of await functionNames(root)) await warm(name);
    },
    close: async () => {
      closed = true;
      watcher?.close();
      configWatcher?.close();
      await stopAll();
    },
  };
}

/** Returns why a token is rejected, else null. As hosted, only a user's token is valid, not an API key. */
async function tokenError(keys: Keys, authorization: string | undefined) {
  if (authorization === undefined) {
    return { code: "UNAUTHORIZED_NO_AUTH_HEADER", message: "Missing authorization header" };
  }
  const [, token] = /^Bearer +(\S+)$/iu.exec(authorization) ?? [];
  const claims = token === undefined ? "malformed" : await keys.verify(token);
  return typeof claims === "string" ? { code: "UNAUTHORIZED_INVALID_JWT_FORMAT", message: "Invalid JWT" } : null;
}

/** Calls back once per burst of changes. Returns null when there is nothing to watch. */
function watchFolder(path: string, changed: () => void): FSWatcher | null {
  let timer: NodeJS.Timeout | undefined;
  try {
    const watcher = watch(path, { recursive: true, persistent: false }, () => {
      clearTimeout(timer);
      timer = setTimeout(changed, 50);
    });
    watcher.on("error", () => {});
    return watcher;
  } catch {
    return null;
  }
}
