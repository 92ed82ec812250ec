import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LanguagePairs } from "#contracts/languagePairs.ts";

const env = { supabaseUrl: "https://abc.supabase.co", publishableKey: "publishable-key", iceServers: [] };
const MINUTE_MS = 60_000;
const TO_SPANISH: NonNullable<LanguagePairs> = [{ from: ["en"], to: ["en", "es"] }];

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
  const { readLanguagePairs } = await import("./backendStatus.server.ts");
  const background: Promise<unknown>[] = [];
  return {
    requests,
    background,
    check: () => readLanguagePairs({ env, waitUntil: (work) => void background.push(work) }),
  };
}

it.each([
  [true, TO_SPANISH],
  [false, []],
])("reads the pairs once a minute: %s", async (configured, pairs) => {
  const { check, requests, background } = await loadFresh(() =>
    Response.json({ ok: true, configured, pairs: TO_SPANISH }),
  );
  expect([await check(), await check()]).toEqual([pairs, pairs]);
  expect(requests.mock.calls.map(([address]) => address)).toEqual(["https://abc.supabase.co/functions/v1/translate"]);
  vi.advanceTimersByTime(MINUTE_MS);
  // The stale status is returned at once and refreshed in the background.
  expect(await check()).toEqual(pairs);
  await Promise.all(background);
  expect(requests).toHaveBeenCalledTimes(2);
});

it("returns a change after the background refresh", async () => {
  let pairs: LanguagePairs = [];
  const { check, background } = await loadFresh(() => Response.json({ ok: true, configured: true, pairs }));
  await check();
  pairs = TO_SPANISH;
  vi.advanceTimersByTime(MINUTE_MS);
  expect(await check()).toEqual([]);
  await Promise.all(background);
  expect(await check()).toEqual(TO_SPANISH);
});

it("keeps the known pairs while an engine's list fails", async () => {
  let pairs: LanguagePairs = TO_SPANISH;
  const { check, background } = await loadFresh(() => Response.json({ ok: true, configured: true, pairs }));
  await check();
  pairs = null;
  vi.advanceTimersByTime(MINUTE_MS);
  await check();
  await Promise.all(background);
  expect(await check()).toEqual(TO_SPANISH);
});

it.each<[string, () => Promise<Response> | Response]>([
  ["is unreachable", () => Promise.reject(new TypeError())],
  ["times out", () => Promise.reject(new DOMException("", "TimeoutError"))],
  ["returns another shape", () => Response.json({ ok: true, configured: true })],
  ["does not know the pairs yet", () => Response.json({ ok: true, configured: true, pairs: null })],
  ["returns no JSON", () => new Response("<html>")],
])("returns null and retries when the function %s", async (_case, respond) => {
  const { check, requests } = await loadFresh(respond);
  expect([await check(), await check()]).toEqual([null, null]);
  expect(requests).toHaveBeenCalledTimes(2);
});
