import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { JOBS, MAX_RUNS_PER_TRIGGER } from "#contracts/jobs.ts";
import { runScheduled } from "./scheduled.ts";

const SECRET = "the secret of the schedule, 32 characters and more";
const env = {
  public: { supabaseUrl: "https://abc.supabase.co", publishableKey: "publishable", iceServers: [] },
  secretKey: "sb_secret_x",
  jobsSecret: SECRET as string | null,
};
const HOURLY = JOBS.find(({ name }) => name === "sweep")?.cron ?? "";

/** Runs a trigger with scripted responses; the last one repeats. */
async function trigger(cron: string, responses: readonly (() => Response)[], jobsSecret: string | null = SECRET) {
  const requests: Request[] = [];
  const log: object[] = [];
  await runScheduled(cron, {
    env: { ...env, jobsSecret },
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return (responses[requests.length - 1] ?? responses.at(-1) ?? Response.error)();
    },
    log: (entry) => log.push(entry),
  });
  return { requests, log };
}
const report = (more: boolean, error: string | null = null) =>
  Response.json({ counts: { calls: 3 }, more, error }, { status: error === null ? 200 : 500 });

describe("the schedule", () => {
  test("has the crons of wrangler.toml", () => {
    const text = readFileSync(join(import.meta.dirname, "../wrangler.toml"), "utf8");
    expect(parse(text).triggers).toEqual({ crons: [...new Set(JOBS.map(({ cron }) => cron))] });
  });

  test("calls the due function with its own secret", async () => {
    const { requests, log } = await trigger(HOURLY, [() => report(false)]);
    expect(requests.map(({ url }) => url)).toEqual(["https://abc.supabase.co/functions/v1/sweep"]);
    const [request] = requests;
    expect(await request?.json()).toEqual({ job: "sweep" });
    expect(request?.redirect).toBe("manual");
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      "x-jobs-secret": SECRET,
      apikey: "publishable",
    });
    expect(JSON.stringify([...(request?.headers ?? [])])).not.toContain("sb_secret");
    expect(log).toEqual([{ job: "sweep", ok: true, status: 200, counts: { calls: 3 }, more: false, error: null }]);
  });

  test("repeats a job while work remains", async () => {
    const { requests } = await trigger(HOURLY, [() => report(true), () => report(true), () => report(false)]);
    expect(requests).toHaveLength(3);
    expect((await trigger(HOURLY, [() => report(true)])).requests).toHaveLength(MAX_RUNS_PER_TRIGGER);
  });

  test("repeats no failed job", async () => {
    const { requests, log } = await trigger(HOURLY, [() => report(true, "bug/unexpected")]);
    expect(requests).toHaveLength(1);
    expect(log).toMatchObject([{ ok: false, error: "bug/unexpected", status: 500 }]);
  });

  test("logs a function that did not run", async () => {
    const html = () => new Response("<html>", { status: 503 });
    expect((await trigger(HOURLY, [html])).log).toMatchObject([{ ok: false, status: 503 }]);
    const lost = () => {
      throw new TypeError("fetch failed");
    };
    expect((await trigger(HOURLY, [lost])).log).toMatchObject([{ ok: false, error: "TypeError" }]);
  });

  test("sends nothing without a secret", async () => {
    const { requests, log } = await trigger(HOURLY, [() => report(false)], null);
    expect(requests).toEqual([]);
    expect(log).toMatchObject([{ ok: false, error: "JOBS_SECRET is missing" }]);
  });

  test("ignores a cron without jobs", async () => {
    expect((await trigger("0 0 1 1 *", [() => report(false)])).requests).toEqual([]);
  });
});
