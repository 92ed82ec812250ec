import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Env } from "./env.ts";
import { signInWays } from "./signInWays.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** The request of a client that hung up: the runtime drops its `fetch` and its timers. */
const aborted = () => new Promise<Response>(() => {});
const settings = (phone: boolean) => async () =>
  Response.json({ external: { email: true, phone }, disable_signup: false });
const unreachable = () => Promise.reject(new TypeError());

/** Returns a function that reads the ways with a new response of Auth. Each test has an Auth of its own. */
function visitor(name: string, operator: Partial<Env> = {}) {
  const env: Env = {
    public: { supabaseUrl: `https://${name}.supabase.co`, publishableKey: "publishable", iceServers: [] },
    secretKey: "secret",
    jobsSecret: null,
    ...operator,
  };
  return (respond: () => Promise<Response>) => {
    const request = vi.fn(respond);
    vi.stubGlobal("fetch", request);
    return { ways: signInWays(env, "parley.example"), request };
  };
}

/** Returns the ways, or null if they have not settled after their microtasks. */
async function settled(ways: ReturnType<typeof signInWays>) {
  let found: Awaited<ReturnType<typeof signInWays>> | null = null;
  void ways.then((value) => {
    found = value;
  });
  await vi.advanceTimersByTimeAsync(100);
  return found;
}

test("does not wait for another visitor's request", async () => {
  const visit = visitor("aborted");
  expect(await settled(visit(aborted).ways)).toBeNull();
  expect(await settled(visit(settings(true)).ways)).toMatchObject({ phone: true });
});

test("keeps the settings for five minutes", async () => {
  const visit = visitor("kept");
  await visit(settings(true)).ways;
  vi.advanceTimersByTime(5 * 60_000 - 1);
  const cached = visit(settings(false));
  expect([(await cached.ways).phone, cached.request.mock.calls.length]).toEqual([true, 0]);
  vi.advanceTimersByTime(1);
  expect((await visit(settings(false)).ways).phone).toBe(false);
});

test("assumes codes by email while Auth does not respond", async () => {
  const visit = visitor("down");
  expect(await visit(unreachable).ways).toMatchObject({ code: true, phone: false });
  expect(visit(settings(true)).request).not.toHaveBeenCalled();
  vi.advanceTimersByTime(30_000);
  expect((await visit(settings(true)).ways).phone).toBe(true);
});

test("keeps earlier settings while Auth does not respond", async () => {
  const visit = visitor("earlier");
  await visit(settings(true)).ways;
  vi.advanceTimersByTime(5 * 60_000);
  expect((await visit(unreachable).ways).phone).toBe(true);
});

test("offers nothing by email while Auth believes every address", async () => {
  const believing = async () =>
    Response.json({ external: { email: true, phone: false }, disable_signup: false, mailer_autoconfirm: true });
  expect(await visitor("believing")(believing).ways).toMatchObject({
    ...{ code: false, password: false, newAccounts: false },
  });
});

test.each([
  ["google", true, true],
  ["google", false, false],
  ["custom:acme", false, true],
])("offers %s, which Auth lists as %s: %s", async (id, listed, offered) => {
  const visit = visitor(`${id}-${listed}`, { signInProviders: [{ id, name: "Acme" }] });
  const lists = async () =>
    Response.json({ external: { email: true, github: true, [id]: listed }, disable_signup: false });
  const { providers } = await visit(lists).ways;
  // Auth has GitHub, too, which the operator does not name.
  expect(providers.map((provider) => provider.id)).toEqual(offered ? [id] : []);
});

test.each([true, false, undefined])("offers single sign-on only if Auth does: %s", async (saml_enabled) => {
  const answers = async () => Response.json({ external: { email: true }, disable_signup: false, saml_enabled });
  expect((await visitor(`saml-${saml_enabled}`)(answers).ways).sso).toBe(saml_enabled === true);
});
