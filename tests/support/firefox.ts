/**
 * One page in an unmodified Firefox over WebDriver BiDi (w3c.github.io/webdriver-bidi). Playwright drives only its own
 * build of Firefox, and Debian has no driver for the older protocol.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import * as z from "zod/mini";
import { startChild } from "../../scripts/lib/childProcesses.ts";
import { findFirefox } from "../../scripts/lib/firefox.ts";

export interface FirefoxPage {
  goto(url: string): Promise<void>;
  /** In CSS pixels. */
  setViewport(viewport: { readonly width: number; readonly height: number }): Promise<void>;
  /** Runs the function's source in the page as a user activation and returns its JSON result. */
  evaluate<Value, Args extends readonly unknown[]>(
    run: (...args: Args) => Value,
    ...args: Args
  ): Promise<Awaited<Value>>;
  /** The output of `console.error` and the exceptions of its pages. */
  consoleErrors(): readonly string[];
  close(): Promise<void>;
}

/** Fake video and a beep for camera and microphone, no prompts, and connections over loopback. */
const PREFERENCES = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  "media.peerconnection.ice.loopback": true,
  "media.peerconnection.ice.obfuscate_host_addresses": false,
  "media.autoplay.default": 0,
  "media.autoplay.blocking_policy": 0,
  "intl.accept_languages": "en",
  "app.update.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
};

const START_TIMEOUT_MS = 60_000;

const webDriverMessage = z.union([
  z.object({ type: z.literal("success"), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal("error"), id: z.nullable(z.number()), error: z.string(), message: z.string() }),
  z.object({ type: z.literal("event"), method: z.string(), params: z.unknown() }),
]);
const created = z.object({ context: z.string() });
const logged = z.object({ level: z.string(), text: z.nullable(z.string()) });
const evaluated = z.union([
  z.object({ type: z.literal("success"), result: z.object({ type: z.string(), value: z.optional(z.unknown()) }) }),
  z.object({ type: z.literal("exception"), exceptionDetails: z.object({ text: z.string() }) }),
]);

/** Throws if Firefox is missing or does not start. */
export async function startFirefox(): Promise<FirefoxPage> {
  const program = await findFirefox();
  if (program === null) throw new Error("Firefox is not on this machine: `npm run setup:test`");
  const profile = await mkdtemp(join(tmpdir(), "parley-firefox-"));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, "user.js"), lines.join("\n"));
  const listens = Promise.withResolvers<string>();
  const timer = setTimeout(() => listens.reject(new Error("Firefox did not start.")), START_TIMEOUT_MS);
  const child = startChild(program, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"], {
    env: { HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: "1" },
    onLine(line) {
      const [, url] = /WebDriver BiDi listening on (ws:\/\/\S+)/u.exec(line) ?? [];
      if (url !== undefined) listens.resolve(url);
    },
  });
  const socket = new WebSocket(`${await listens.promise.finally(() => clearTimeout(timer))}/session`);
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));

  const consoleErrors: string[] = [];
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let sent = 0;
  socket.on("message", (data) => {
    const message = webDriverMessage.parse(JSON.parse(String(data)));
    switch (message.type) {
      case "success":
        waiting.get(message.id)?.resolve(message.result);
        return;
      case "error":
        waiting.get(message.id ?? -1)?.reject(new Error(`${message.error}: ${message.message}`));
        return;
      case "event": {
        const entry = logged.safeParse(message.params);
        if (entry.success && entry.data.level === "error") consoleErrors.push(entry.data.text ?? "");
        return;
      }
      default:
        message satisfies never;
    }
  });
  function command(method: string, params: object): Promise<unknown> {
    sent += 1;
    const settled = Promise.withResolvers<unknown>();
    waiting.set(sent, settled);
    socket.send(JSON.stringify({ id: sent, method, params }));
    return settled.promise;
  }

  await command("session.new", { capabilities: {} });
  await command("session.subscribe", { events: ["log.entryAdded"] });
  const { context } = created.parse(await command("browsingContext.create", { type: "tab" }));
  return {
    async goto(url) {
      await command("browsingContext.navigate", { context, url, wait: "complete" });
    },
    async setViewport(viewport) {
      await command("browsingContext.setViewport", { context, viewport });
    },
    async evaluate(run, ...args) {
      const result = evaluated.parse(
        await command("script.evaluate", {
          // JSON in both directions: BiDi's own values are typed trees.
          expression: `(async () => JSON.stringify((await (${run})(...${JSON.stringify(args)})) ?? null))()`,
          target: { context },
          awaitPromise: true,
          userActivation: true,
        }),
      );
      if (result.type === "exception") throw new Error(result.exceptionDetails.text);
      return JSON.parse(String(result.result.value));
    },
    consoleErrors: () => consoleErrors,
    async close() {
      socket.close();
      await child.stop();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
