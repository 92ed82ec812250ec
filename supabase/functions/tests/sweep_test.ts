/** The function `sweep`: access, the record of the run, batches and limits of time. */
import assert from "node:assert/strict";
import { JOB_TIMEOUTS, SWEEP_STEPS } from "../_shared/contracts/jobs.ts";
import { RETENTION } from "../_shared/contracts/retention.ts";
import { createServiceClient } from "../_shared/restClient.ts";
import { createSweepHandler, FIRST_BATCH_ROWS, MAX_BATCH_MS, nextBatchRows } from "../sweep/handler.ts";
import { createOrphanedFiles } from "../sweep/orphanedFiles.ts";
import { createSweepStore } from "../sweep/sweepStore.ts";
import { type ReceivedRequest, shortTimeout, withServer } from "./fakeServer.ts";
import { END, endsOf, JOBS_SECRET, jobCall, projectAt, respondToRuns, runsAt, START, way } from "./job_setup.ts";

const ROWS = "POST /rest/v1/rpc/sweep";
const LIST = "POST /rest/v1/rpc/orphaned_files";
const LIST_AVATARS = "POST /rest/v1/rpc/orphaned_avatars";
const REMOVE_AVATARS = "DELETE /storage/v1/object/avatars";
const REMOVE = "DELETE /storage/v1/object/files";
const STEPS = SWEEP_STEPS.map(() => ROWS);

interface Scene {
  /** Successive batches of file names, then an empty one. */
  files?: readonly (readonly string[])[];
  avatars?: readonly (readonly string[])[];
  rows?: (args: { p_step: string; p_limit: number; p_after: unknown }) => object | Response;
  list?: () => Response;
  storage?: (request: ReceivedRequest) => Response | Promise<Response>;
  start?: () => Response;
  lastSuccess?: string;
  clock?: { now: number };
  call?: Request;
  timeout?: (milliseconds: number) => AbortSignal;
}

const nothing = () => ({ deleted: 0, next: null, failed: 0, ms: 1 });

/** Calls the function with a scripted project. */
async function sweep({
  files = [],
  avatars = [],
  rows = nothing,
  list,
  storage = removesAll,
  start,
  lastSuccess,
  clock = { now: 0 },
  call = jobCall({ job: "sweep" }),
  timeout = shortTimeout,
}: Scene = {}) {
  const log: object[] = [];
  const left = [...files];
  const leftAvatars = [...avatars];
  const answers = (request: ReceivedRequest) => {
    if (start !== undefined && way(request) === START) return start();
    const run = respondToRuns(request, lastSuccess);
    if (run !== null) return run;
    if (way(request) === LIST) return list?.() ?? Response.json(left.shift() ?? []);
    if (way(request) === LIST_AVATARS) return Response.json(leftAvatars.shift() ?? []);
    if (way(request) !== ROWS) return storage(request);
    const batch = rows(JSON.parse(request.body));
    return batch instanceof Response ? batch : Response.json(batch);
  };
  let seen: { requests: readonly ReceivedRequest[]; status: number; body: unknown } = {
    requests: [],
    status: 0,
    body: null,
  };
  await withServer(answers, async ({ url, requests }) => {
    const service = createServiceClient(projectAt(url));
    const handler = createSweepHandler({
      secret: JOBS_SECRET,
      runs: runsAt(url),
      store: (signal) => createSweepStore(service, signal),
      files: (signal, bucket) => createOrphanedFiles(projectAt(url), signal, bucket),
      now: () => clock.now,
      timeout,
      log: (entry) => log.push(entry),
    });
    const response = await handler(call);
    seen = { requests, status: response.status, body: await response.json() };
  });
  return { ...seen, ways: seen.requests.map(way), ends: endsOf(seen.requests), log };
}

const prefixesOf = ({ body }: ReceivedRequest): string[] => JSON.parse(body).prefixes;
const removesAll = (request: ReceivedRequest) =>
  Response.json(prefixesOf(request).map((name) => ({ name, bucket_id: "files" })));

for (const [name, secret] of [
  ["no secret", null],
  ["an empty secret", ""],
  ["another secret", "a secret of the schedule that nobody else haS"],
  ["a longer secret", `${JOBS_SECRET} `.padEnd(JOBS_SECRET.length + 4, "x")],
  ["the service's secret key", "secret_of-a.test"],
] as const) {
  Deno.test(`sweep: rejects ${name} without any request`, async () => {
    const { status, body, requests } = await sweep({ call: jobCall({ job: "sweep" }, secret) });
    assert.deepEqual([status, body], [401, { error: { code: "request/sign-in-needed" } }]);
    assert.deepEqual(requests, []);
  });
}

Deno.test("sweep: rejects an unknown job", async () => {
  for (const body of [{}, { job: "everything" }, { job: "x".repeat(10_000) }]) {
    const { status, requests } = await sweep({ call: jobCall(body) });
    assert.deepEqual([status, requests.length], [400, 0]);
  }
});

Deno.test("sweep: records the start and the end of a run", async () => {
  const { status, body, ways, ends, requests, log } = await sweep({ files: [["a"]] });
  assert.equal(status, 200);
  assert.deepEqual(ways, [START, ...STEPS, LIST, REMOVE, LIST, LIST_AVATARS, END]);
  const counts = { ...Object.fromEntries(SWEEP_STEPS.map((step) => [step, 0])), files: 1 };
  assert.deepEqual(body, { counts, more: false, error: null });
  assert.deepEqual(ends, [{ p_run: 7, p_counts: counts, p_more: false, p_error: null }]);
  assert.deepEqual(log, []);
  for (const { headers } of requests) assert.equal(headers.get("apikey"), "secret_of-a.test");
});

Deno.test("sweep: removes avatars that nobody shows", async () => {
  const { body, ways, requests } = await sweep({ avatars: [["id/256", "id/64"]] });
  assert.deepEqual(ways.slice(1 + STEPS.length), [LIST, LIST_AVATARS, REMOVE_AVATARS, LIST_AVATARS, END]);
  assert.deepEqual(JSON.parse(requests.find((request) => way(request) === REMOVE_AVATARS)?.body ?? ""), {
    prefixes: ["id/256", "id/64"],
  });
  assert.equal((body as { counts: { avatars: number } }).counts.avatars, 2);
});

Deno.test("sweep: deletes only broadcasts on request", async () => {
  const steps: string[] = [];
  const rows = ({ p_step }: { p_step: string }) => {
    steps.push(p_step);
    return nothing();
  };
  const { ways } = await sweep({ call: jobCall({ job: "sweep-broadcasts" }), rows });
  assert.deepEqual(ways, [START, ROWS, END]);
  assert.deepEqual(steps, ["broadcasts"]);
});

Deno.test("sweep: does nothing when the run cannot start", async () => {
  const { status, ways } = await sweep({ start: () => new Response("", { status: 503 }) });
  assert.deepEqual([status, ways], [500, [START]]);
});

Deno.test("sweep: continues a step at its cursor until the end", async () => {
  const asked: unknown[] = [];
  const rows = ({ p_step, p_limit, p_after }: { p_step: string; p_limit: number; p_after: unknown }) => {
    if (p_step !== "calls") return nothing();
    asked.push([p_limit, p_after]);
    return {
      deleted: p_limit,
      next: asked.length < 3 ? { at: asked.length } : null,
      failed: 0,
      ms: asked.length === 1 ? 10 : 150,
    };
  };
  const { body } = await sweep({ rows });
  const first = FIRST_BATCH_ROWS;
  assert.deepEqual(asked, [
    [first, null],
    [2 * first, { at: 1 }],
    [first, { at: 2 }],
  ]);
  assert.deepEqual((body as { counts: object }).counts, {
    ...Object.fromEntries(SWEEP_STEPS.map((step) => [step, 0])),
    calls: 4 * first,
  });
});

Deno.test("sweep: keeps batches within their rows and their time", () => {
  assert.equal(nextBatchRows(RETENTION.rowsPerBatch, 1), RETENTION.rowsPerBatch);
  assert.equal(nextBatchRows(1_000, MAX_BATCH_MS), 500);
  assert.equal(nextBatchRows(1_000, MAX_BATCH_MS / 6), 1_000);
  assert.equal(nextBatchRows(1, 10_000), 1);
});

Deno.test("sweep: starts no batch after its time", async () => {
  const clock = { now: 1_000 };
  const rows = () => {
    clock.now += JOB_TIMEOUTS.startBeforeMs / 2;
    return { deleted: 5, next: {}, failed: 0, ms: 1 };
  };
  const { status, body, ways, ends } = await sweep({ clock, rows });
  assert.deepEqual(ways, [START, ROWS, ROWS, END]);
  assert.deepEqual([status, body], [200, { counts: { ends: 5, measures: 5 }, more: true, error: null }]);
  assert.equal(ends.length, 1);
});

Deno.test("sweep: a step without end leaves all others their turn", async () => {
  const clock = { now: 1_000 };
  const asked: string[] = [];
  const rows = ({ p_step }: { p_step: string }) => {
    asked.push(p_step);
    if (p_step !== "deleted-accounts") return nothing();
    clock.now += 400;
    return { deleted: 1, next: { id: "a" }, failed: 0, ms: 400 };
  };
  const { body, ways } = await sweep({ clock, rows, files: [["a"]] });
  const counts = { ...Object.fromEntries(SWEEP_STEPS.map((step) => [step, 0])), files: 1 };
  const batches = JOB_TIMEOUTS.startBeforeMs / 400;
  assert.deepEqual(body, { counts: { ...counts, "deleted-accounts": batches }, more: true, error: null });
  assert.deepEqual([...new Set(asked)], [...SWEEP_STEPS]);
  // Its first turn has two seconds.
  assert.equal(asked.indexOf("deleted-workspaces") - asked.indexOf("deleted-accounts"), 5);
  assert.ok(ways.includes(REMOVE));
});

Deno.test("sweep: goes on with the other steps after a failure", async () => {
  const rows = ({ p_step }: { p_step: string }) =>
    p_step === "calls" ? Response.json({ message: "deadlock" }, { status: 500 }) : nothing();
  const { status, ways, ends, log } = await sweep({ rows });
  assert.deepEqual([status, ways], [500, [START, ...STEPS, LIST, LIST_AVATARS, END]]);
  assert.equal((ends[0] as { p_error: string }).p_error, "bug/unexpected");
  assert.deepEqual(log, [
    { job: "sweep", code: "bug/unexpected", cause: "calls: database answered 500" },
    { job: "sweep", late: false, last_success: null, error: "bug/unexpected" },
  ]);
});

Deno.test("sweep: logs when its last success is long ago", async () => {
  const lastSuccess = "2026-11-20T00:00:00+00:00";
  const clock = { now: Date.parse("2026-11-27T00:00:00Z") };
  const { log } = await sweep({ clock, lastSuccess });
  assert.deepEqual(log, [{ job: "sweep", late: true, last_success: lastSuccess, error: null }]);
  assert.deepEqual((await sweep({ clock: { now: Date.parse(lastSuccess) + 3_600_000 }, lastSuccess })).log, []);
  assert.deepEqual((await sweep({ clock: { now: 0 }, lastSuccess })).log, []);
});

Deno.test("sweep: stops at files that Storage no longer has", async () => {
  const found = (request: ReceivedRequest) => Response.json(prefixesOf(request).includes("a") ? [{ name: "a" }] : []);
  const { body, ways } = await sweep({ files: [["a"], ["b"], ["b"]], storage: found });
  assert.deepEqual(ways.slice(1 + STEPS.length), [LIST, REMOVE, LIST, REMOVE, LIST_AVATARS, END]);
  assert.equal((body as { more: boolean }).more, true);
});

const NAME = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01/plan";
const moved = (request: ReceivedRequest) =>
  way(request) === REMOVE
    ? new Response(null, { status: 307, headers: { location: "/elsewhere" } })
    : removesAll(request);
const long = () => new Response(`[${" ".repeat(1_000_000)}{"name":"a"}]`);
for (const [name, scene, cause] of [
  ["the list failed", { list: () => new Response("<html>", { status: 502 }) }, "database answered 502"],
  ["the list has no names", { list: () => Response.json([{ name: NAME }]) }, "database: a response of another shape"],
  ["Storage rejects", { storage: () => Response.json({ message: NAME }, { status: 400 }) }, "storage answered 400"],
  ["Storage returns other text", { storage: () => new Response(NAME) }, "storage: a response of another shape"],
  ["Storage redirects", { storage: moved }, "TypeError"],
  ["Storage returns too much", { storage: long }, "storage: a response of another shape"],
] as const satisfies readonly (readonly [string, Scene, string])[]) {
  Deno.test(`sweep: records and logs the cause when ${name}`, async () => {
    const { status, log, ends } = await sweep({ files: [[NAME]], ...scene });
    assert.equal(status, 500);
    assert.deepEqual(log[0], { job: "sweep", code: "bug/unexpected", cause });
    assert.equal((ends[0] as { p_error: string }).p_error, "bug/unexpected");
  });
}

Deno.test("sweep: ends its record after an abort", async () => {
  const spans: number[] = [];
  const giveUp = new AbortController();
  const never = Promise.withResolvers<Response>();
  const { status, ways, log } = await sweep({
    files: [["a"]],
    storage: () => {
      giveUp.abort(new DOMException("The time is over.", "TimeoutError"));
      queueMicrotask(() => never.resolve(new Response("late")));
      return never.promise;
    },
    timeout: (milliseconds) => {
      spans.push(milliseconds);
      return spans.length === 1 ? giveUp.signal : shortTimeout();
    },
  });
  assert.equal(status, 500);
  assert.equal(ways.at(-1), END);
  assert.deepEqual(log[0], { job: "sweep", code: "bug/unexpected", cause: "TimeoutError" });
  assert.equal(spans[0], JOB_TIMEOUTS.abortAfterMs);
});

Deno.test("sweep: responds to GET and POST only", async () => {
  const unused = () => assert.fail("no request may be sent");
  const handler = createSweepHandler({
    secret: JOBS_SECRET,
    runs: unused,
    store: unused,
    files: unused,
    now: () => 0,
    timeout: shortTimeout,
    log: () => {},
  });
  const there = await handler(new Request("http://functions/sweep"));
  assert.deepEqual([there.status, await there.json()], [200, { ok: true }]);
  for (const method of ["PUT", "DELETE", "OPTIONS"])
    assert.equal((await handler(new Request("http://functions/sweep", { method }))).status, 400);
});
