import { afterEach, beforeEach, expect, it, vi } from "vitest";

const env = { supabaseUrl: "https://abc.supabase.co", publishableKey: "publishable-key", iceServers: [] };
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function isolate(answer: () => Promise<Response> | Response) {
  const asked = vi.fn(async (_address: string, _init: RequestInit) => answer());
  vi.stubGlobal("fetch", asked);
  const { isTranslationConfigured } = await import("./backendStatus.server.ts");
  const later: Promise<unknown>[] = [];
  return { asked, later, ask: () => isTranslationConfigured({ env, waitUntil: (work) => void later.push(work) }) };
}

it.each([true, false])("an engine that is there or not is asked for once a minute: %s", async (configured) => {
  const { ask, asked, later } = await isolate(() => Response.json({ ok: true, configured }));
  expect([await ask(), await ask()]).toEqual([configured, configured]);
  expect(asked.mock.calls.map(([address]) => address)).toEqual(["https://abc.supabase.co/functions/v1/translate"]);
  vi.advanceTimersByTime(MINUTE_MS);
  // Nobody waits for it any more.
  expect(await ask()).toBe(configured);
  await Promise.all(later);
  expect(asked).toHaveBeenCalledTimes(2);
});

it("what has changed is said from the look after next on", async () => {
  let configured = false;
  const { ask, later } = await isolate(() => Response.json({ ok: true, configured }));
  await ask();
  configured = true;
  vi.advanceTimersByTime(MINUTE_MS);
  expect(await ask()).toBe(false);
  await Promise.all(later);
  expect(await ask()).toBe(true);
});

it.each<[string, () => Promise<Response> | Response]>([
  ["is not reached", () => Promise.reject(new TypeError())],
  ["answers too late", () => Promise.reject(new DOMException("", "TimeoutError"))],
  ["answers something else", () => Response.json({ ok: true })],
  ["answers rubbish", () => new Response("<html>")],
])("where the function %s it is not known, and asked again the next time", async (_how, answer) => {
  const { ask, asked } = await isolate(answer);
  expect([await ask(), await ask()]).toEqual([null, null]);
  expect(asked).toHaveBeenCalledTimes(2);
});
