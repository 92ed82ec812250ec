/** The function `remind`: reminders in steps, endless series, and failures of one part. */
import assert from "node:assert/strict";
import { PLANS } from "../_shared/contracts/planLimits.ts";
import { createServiceClient } from "../_shared/restClient.ts";
import { createRemindHandler } from "../remind/handler.ts";
import { createReminderStore } from "../remind/reminderStore.ts";
import { shortTimeout, withServer } from "./fakeServer.ts";
import { endsOf, JOBS_SECRET, jobCall, projectAt, respondToRuns, runsAt, way } from "./job_setup.ts";

const ID = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01";
const DAILY = {
  ...{ series_id: ID, sequence: 4, last: "2027-03-27T09:00", overrides: [] },
  times: { start: "2026-02-21T09:00", zone: "Europe/Madrid", length_minutes: 30, rule: { freq: "daily" } },
};

interface Script {
  reminders?: readonly { queued: number; more: boolean }[] | null;
  series?: readonly object[] | null;
  sendsEmails?: boolean;
  secret?: string;
}

/** Runs the job with a scripted database. Null: this part fails. */
async function remind({ reminders = [], series = [], sendsEmails = true, secret = JOBS_SECRET }: Script = {}) {
  const left = [...(reminders ?? [])];
  const [queued, extended]: [unknown[], { p_occurrences: { key: string; starts_at: string }[] }[]] = [[], []];
  let result = { status: 0, body: {} as { counts?: object; more?: boolean }, ends: [] as unknown[] };
  const broken = () => new Response("", { status: 500 });
  await withServer(
    (request) => {
      const run = respondToRuns(request);
      if (run !== null) return run;
      switch (way(request)) {
        case "POST /rest/v1/rpc/queue_reminders":
          queued.push(JSON.parse(request.body));
          return reminders === null ? broken() : Response.json(left.shift() ?? { queued: 0, more: false });
        case "POST /rest/v1/rpc/series_to_extend":
          return series === null ? broken() : Response.json(series);
        case "POST /rest/v1/rpc/extend_series":
          extended.push(JSON.parse(request.body));
          return Response.json(true);
        default:
          return assert.fail(request.path);
      }
    },
    async ({ url, requests }) => {
      const service = createServiceClient(projectAt(url));
      const handler = createRemindHandler({
        ...{ secret: JOBS_SECRET, runs: runsAt(url), sendsEmails, emailsInDay: 90, push: null },
        store: (signal) => createReminderStore(service, signal),
        ...{ now: () => 0, timeout: shortTimeout, log: () => {} },
      });
      const response = await handler(jobCall({ job: "remind" }, secret));
      result = { status: response.status, body: await response.json(), ends: endsOf(requests) };
    },
  );
  return { ...result, queued, extended };
}

Deno.test("remind: adds reminders until none is due", async () => {
  const steps = [
    { queued: 500, more: true },
    { queued: 20, more: false },
  ];
  const { status, body, queued, ends } = await remind({ reminders: steps });
  assert.equal(status, 200);
  assert.deepEqual(body.counts, { reminders: 520 });
  assert.deepEqual(queued, [
    { p_limit: PLANS.remindersPerStep, p_in_day: 90 },
    { p_limit: PLANS.remindersPerStep, p_in_day: 90 },
  ]);
  assert.deepEqual(ends, [{ p_run: 7, p_counts: { reminders: 520 }, p_more: false, p_error: null }]);
});

Deno.test("remind: stores the next occurrences of an endless series", async () => {
  const cancelled = { key: "2027-03-29T09:00", kind: "cancelled", by: "person" };
  const { body, extended } = await remind({ series: [{ ...DAILY, overrides: [cancelled] }] });
  const [call] = extended;
  assert.equal(call?.p_occurrences.length, 399);
  assert.deepEqual(call?.p_occurrences.slice(0, 2), [
    // The clocks change on 28 March.
    { key: "2027-03-28T09:00", starts_at: "2027-03-28T07:00:00.000Z", length_minutes: 30 },
    { key: "2027-03-30T09:00", starts_at: "2027-03-30T07:00:00.000Z", length_minutes: 30 },
  ]);
  assert.deepEqual(body, { counts: { reminders: 0, extended: 1 }, more: false, error: null });
});

Deno.test("remind: ends a series that it cannot expand, and goes on", async () => {
  const broken = { ...DAILY, times: { ...DAILY.times, zone: "Mars/Olympus_Mons" } };
  const { status, extended } = await remind({ series: [broken, DAILY] });
  assert.ok(status >= 500);
  assert.deepEqual(
    extended.map(({ p_occurrences }) => p_occurrences.length),
    [0, 400],
  );
});

Deno.test("remind: runs again for many series", async () => {
  const series = Array.from({ length: PLANS.extensionsPerRun }, () => DAILY);
  assert.equal((await remind({ series })).body.more, true);
});

Deno.test("remind: extends series when reminders fail, and the reverse", async () => {
  const first = await remind({ reminders: null, series: [DAILY] });
  assert.ok(first.status >= 500 && first.extended.length === 1);
  const second = await remind({ series: null });
  assert.ok(second.status >= 500 && second.queued.length === 1);
});

Deno.test("remind: adds no reminders without a provider", async () => {
  const { queued, extended } = await remind({ sendsEmails: false, series: [DAILY] });
  assert.deepEqual([queued.length, extended.length], [0, 1]);
});

Deno.test("remind: does nothing for a wrong secret", async () => {
  const { status, queued } = await remind({ secret: "wrong" });
  assert.deepEqual([status, queued], [401, []]);
});
