import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { JobStates } from "#contracts/jobs.ts";
import { createRpc } from "~/lib/rpc.ts";
import { loader } from "./health.ts";

afterEach(() => vi.unstubAllGlobals());

const NOW = "2026-11-21T00:00:00Z";
const WELL = {
  sweep: { last_success: "2026-11-20T22:00:00Z", error: null },
  "send-emails": { last_success: "2026-11-20T23:59:00Z", error: null },
  remind: { last_success: "2026-11-20T23:59:00Z", error: null },
  "sweep-broadcasts": { last_success: "2026-11-20T23:58:00Z", error: null },
};

async function health(
  database: boolean,
  functions: (address: string) => Promise<Response>,
  { jobs = WELL, query = "" }: { jobs?: JobStates; query?: string } = {},
) {
  vi.stubGlobal("fetch", functions);
  const env = { supabaseUrl: "https://abc.supabase.co", publishableKey: "publishable-key", iceServers: [] };
  const alive = { now: NOW, migration: "20261121160200", jobs };
  const anonymousRpc = createRpc({ post: async () => (database ? ok(alive) : fail("network/timeout")) });
  const response = await loader({
    context: { env, anonymousRpc },
    request: new Request(`https://parley.example/health${query}`),
  });
  const text = await response.text();
  expect(text).not.toMatch(/supabase|publishable/u);
  return { status: response.status, ...JSON.parse(text) };
}
const answers = async () => Response.json({ ok: true });

test.each([
  ["all parts answer", true, answers, { status: 200, ok: true, database: true, functions: true }],
  ["the database does not", false, answers, { status: 503, ok: false, database: false, functions: true }],
  ["the functions refuse", true, async () => new Response("", { status: 500 }), { status: 503, functions: false }],
  ["the functions are out of reach", true, () => Promise.reject(new TypeError()), { status: 503, functions: false }],
] as const)("%s", async (_name, database, functions, expected) => {
  expect(await health(database, functions)).toMatchObject(expected);
});

const folder = join(import.meta.dirname, "../../supabase/functions");
const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, "index.ts")));

test.each(names)("%s alone fails to start", async (name) => {
  const functions = async (address: string) =>
    address.endsWith(`/functions/v1/${name}`) ? new Response("", { status: 503 }) : answers();
  expect(await health(true, functions)).toMatchObject({ status: 503, database: true, functions: false });
});

test("shares a report for five seconds", async () => {
  vi.useFakeTimers();
  let requests = 0;
  vi.stubGlobal("fetch", async () => {
    requests += 1;
    return answers();
  });
  const env = { supabaseUrl: "https://abc.supabase.co", publishableKey: "publishable-key", iceServers: [] };
  const anonymousRpc = createRpc({
    post: async () => ok({ now: "2026-11-21T00:00:00Z", migration: "20261121160200", jobs: WELL }),
  });
  const request = new Request("https://parley.example/health");
  const read = () => loader({ context: { env, anonymousRpc }, request });
  await read();
  await read();
  vi.advanceTimersByTime(4_999);
  expect([(await read()).status, requests]).toEqual([200, names.length]);
  vi.advanceTimersByTime(1);
  await read();
  expect(requests).toBe(2 * names.length);
  vi.useRealTimers();
});

test("does not wait for another visitor's check", async () => {
  vi.stubGlobal("fetch", answers);
  const env = { supabaseUrl: "https://abc.supabase.co", publishableKey: "publishable-key", iceServers: [] };
  const request = new Request("https://parley.example/health");
  const alive = { now: NOW, migration: "20261121160200", jobs: WELL };
  const read = (post: () => Promise<ReturnType<typeof ok>>) =>
    loader({ context: { env, anonymousRpc: createRpc({ post }) }, request });
  // The runtime drops the requests of a client that hung up.
  void read(() => new Promise(() => {}));
  const first = await Promise.race([
    read(async () => ok(alive)),
    new Promise<null>((resolve) => setTimeout(resolve, 1_000, null)),
  ]);
  expect(first?.status).toBe(200);
});

describe("jobs", () => {
  const failing = { ...WELL, sweep: { ...WELL.sweep, error: "bug/unexpected" } };
  const late = { ...WELL, sweep: { last_success: "2026-11-20T20:59:59Z", error: null } };
  const { sweep: _, ...never } = WELL;

  test("reports the last success of each job", async () => {
    expect(await health(true, answers, { query: "?jobs" })).toMatchObject({
      status: 200,
      jobs: { sweep: { lastSuccess: WELL.sweep.last_success, state: "ok", error: null } },
    });
  });

  test.each([
    ["failing", failing, "failing"],
    ["late", late, "late"],
    ["never run", never, "late"],
  ] as const)("reports a job that is %s", async (_name, jobs, state) => {
    expect(await health(true, answers, { jobs })).toMatchObject({ status: 200, ok: true, jobs: { sweep: { state } } });
    expect(await health(true, answers, { jobs, query: "?jobs" })).toMatchObject({ status: 503, ok: true });
  });

  test("counts a success in the future as no delay", async () => {
    const jobs = { ...WELL, sweep: { last_success: "2026-11-22T00:00:00Z", error: null } };
    expect(await health(true, answers, { jobs })).toMatchObject({ jobs: { sweep: { state: "ok" } } });
  });

  test("reports no jobs without a database", async () => {
    expect(await health(false, answers)).toMatchObject({ status: 503, jobs: null });
  });
});
