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

/** Loads the module with an empty cache. */
async function loadFresh(respond: () => Promise<Response> | Response) {
  const requests = vi.fn(async (_address: string, _init: RequestInit) => respond());
  vi.stubGlobal("fetch", requests);
  const { isTranslationConfigured } = await import("./backendStatus.server.ts");
  const background: Promise<unknown>[] = [];
  return {
    requests,
    background,
    check: () => isTranslationConfigured({ env, waitUntil: (work) => void background.push(work) }),
  };
}

it.each([true, false])("checks once a minute whether an engine is configured: %s", async (configured) => {
  const { check, requests, background } = await loadFresh(() => Response.json({ ok: true, configured }));
  expect([await check(), await check()]).toEqual([configured, configured]);
  expect(requests.mock.calls.map(([address]) => address)).toEqual(["https://abc.supabase.co/functions/v1/translate"]);
  vi.advanceTimersByTime(MINUTE_MS);
  // The stale status is returned at once and refreshed in the background.
  expect(await check()).toBe(configured);
  await Promise.all(background);
  expect(requests).toHaveBeenCalledTimes(2);
});

it("returns a change after the background refresh", async () => {
  let configured = false;
  const { check, background } = await loadFresh(() => Response.json({ ok: true, configured }));
  await check();
  configured = true;
  vi.advanceTimersByTime(MINUTE_MS);
  expect(await check()).toBe(false);
  await Promise.all(background);
  expect(await check()).toBe(true);
});

it.each<[string, () => Promise<Response> | Response]>([
  ["is unreachable", () => Promise.reject(new TypeError())],
  ["times out", () => Promise.reject(new DOMException("", "TimeoutError"))],
  ["returns another shape", () => Response.json({ ok: true })],
  ["returns no JSON", () => new Response("<html>")],
])("returns null and retries when the function %s", async (_case, respond) => {
  const { check, requests } = await loadFresh(respond);
  expect([await check(), await check()]).toEqual([null, null]);
  expect(requests).toHaveBeenCalledTimes(2);
});
