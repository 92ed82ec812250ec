/** The function `sweep`: access, batches and limits of time. */
import assert from "node:assert/strict";
import type { Failure } from "../_shared/contracts/errors.ts";
import { createSweepHandler, SWEEP_TIMEOUTS } from "../sweep/handler.ts";
import { createOrphanedFiles } from "../sweep/orphanedFiles.ts";
import { bearer } from "./callers.ts";
import { type ReceivedRequest, shortTimeout, withServer } from "./fakeServer.ts";

const RPC = "POST /rest/v1/rpc/orphaned_files";
const REMOVE = "DELETE /storage/v1/object/files";
const KEY = "secret_of-a.test";
const way = ({ method, path }: ReceivedRequest) => `${method} ${path}`;

interface Scene {
  /** Successive batches of the database, then an empty one. */
  batches?: readonly (readonly string[])[];
  database?: (request: ReceivedRequest) => Response | Promise<Response>;
  storage?: (request: ReceivedRequest) => Response | Promise<Response>;
  clock?: { now: number };
  headers?: HeadersInit;
  timeout?: (milliseconds: number) => AbortSignal;
}

/** Calls the function with a scripted project. */
async function sweep({
  batches = [],
  database,
  storage = removesAll,
  clock = { now: 0 },
  headers = { authorization: `Bearer ${KEY}` },
  timeout = shortTimeout,
}: Scene = {}) {
  const log: Failure[] = [];
  const left = [...batches];
  const answers = (request: ReceivedRequest) =>
    way(request) === RPC ? (database?.(request) ?? Response.json(left.shift() ?? [])) : storage(request);
  let seen: { requests: readonly ReceivedRequest[]; outcome: unknown[] } = { requests: [], outcome: [] };
  await withServer(answers, async ({ url, requests }) => {
    const handler = createSweepHandler({
      filesFor: (key, signal) => createOrphanedFiles(url, key, signal),
      now: () => clock.now,
      timeout,
      log: (failure) => log.push(failure),
    });
    const response = await handler(new Request("http://functions/sweep", { method: "POST", headers }));
    const body = await response.json();
    seen = { requests, outcome: [response.status, body.error?.code ?? body] };
  });
  return { ...seen, ways: seen.requests.map(way), log };
}

const prefixesOf = ({ body }: ReceivedRequest): string[] => JSON.parse(body).prefixes;
const removesAll = (request: ReceivedRequest) =>
  Response.json(prefixesOf(request).map((name) => ({ name, bucket_id: "files" })));

for (const [name, headers] of [
  ["no key", {}],
  ["an empty key", { apikey: "" }],
  ["another scheme", { authorization: "Basic c2VjcmV0" }],
  ["an invalid header", { authorization: "Bearer a b" }],
] as const) {
  Deno.test(`sweep: rejects ${name} without any request`, async () => {
    const { outcome, requests } = await sweep({ headers });
    assert.deepEqual(outcome, [401, "request/sign-in-needed"]);
    assert.deepEqual(requests, []);
  });
}

Deno.test("sweep: sends no Storage request for a rejected key", async () => {
  for (const [status, expected] of [
    [401, [401, "request/sign-in-needed"]],
    [403, [403, "request/not-allowed"]],
    [500, [500, "bug/unexpected"]],
  ] as const) {
    const { outcome, ways } = await sweep({ database: () => Response.json({ message: "no" }, { status }) });
    assert.deepEqual(outcome, expected);
    assert.deepEqual(ways, [RPC]);
  }
});

Deno.test("sweep: sends all requests with the caller's key", async () => {
  for (const [headers, key] of [
    [{ authorization: `bearer ${KEY}` }, KEY],
    [{ apikey: KEY }, KEY],
    [{ apikey: KEY, authorization: bearer() }, KEY],
    [{ apikey: "publishable", authorization: `Bearer ${KEY}` }, "publishable"],
  ] as const) {
    const { requests } = await sweep({ headers, batches: [["a"]] });
    assert.equal(requests.length, 3);
    for (const request of requests)
      assert.deepEqual([request.headers.get("apikey"), request.headers.get("authorization")], [key, `Bearer ${key}`]);
  }
});

Deno.test("sweep: removes batches until none is left", async () => {
  const { outcome, requests, ways } = await sweep({ batches: [["a/1", "a/2"], ["b/3"]] });
  assert.deepEqual(outcome, [200, { removed: 3, more: false }]);
  assert.deepEqual(ways, [RPC, REMOVE, RPC, REMOVE, RPC]);
  assert.deepEqual(
    requests.filter((request) => way(request) === REMOVE).map(({ body }) => JSON.parse(body)),
    [{ prefixes: ["a/1", "a/2"] }, { prefixes: ["b/3"] }],
  );
});

Deno.test("sweep: sends no Storage request without files", async () => {
  const { outcome, ways } = await sweep();
  assert.deepEqual(outcome, [200, { removed: 0, more: false }]);
  assert.deepEqual(ways, [RPC]);
});

Deno.test("sweep: starts no batch after its time", async () => {
  const clock = { now: 1_000 };
  const storage = (request: ReceivedRequest) => {
    clock.now += SWEEP_TIMEOUTS.startBeforeMs / 2;
    return removesAll(request);
  };
  const { outcome, ways } = await sweep({ batches: [["a"], ["b"], ["c"]], clock, storage });
  assert.deepEqual(outcome, [200, { removed: 2, more: true }]);
  assert.deepEqual(ways, [RPC, REMOVE, RPC, REMOVE]);
});

Deno.test("sweep: stops at files that Storage no longer has", async () => {
  const { outcome, ways } = await sweep({ batches: [["a"], ["b"], ["b"]], storage: found("a") });
  assert.deepEqual(outcome, [200, { removed: 1, more: true }]);
  assert.deepEqual(ways, [RPC, REMOVE, RPC, REMOVE]);
});
const found = (name: string) => (request: ReceivedRequest) =>
  Response.json(prefixesOf(request).includes(name) ? [{ name }] : []);

const moved = (request: ReceivedRequest) =>
  way(request) === REMOVE
    ? new Response(null, { status: 307, headers: { location: "/elsewhere" } })
    : removesAll(request);
const long = () => new Response(`[${" ".repeat(1_000_000)}{"name":"a"}]`);

const NAME = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01/plan";
for (const [name, scene, cause] of [
  ["the database failed", { database: () => new Response("<html>", { status: 502 }) }, "database answered 502"],
  [
    "the database names no names",
    { database: () => Response.json([{ name: NAME }]) },
    "database: a response of another shape",
  ],
  ["Storage rejects", { storage: () => Response.json({ message: NAME }, { status: 400 }) }, "storage answered 400"],
  ["Storage returns other text", { storage: () => new Response(NAME) }, "storage: a response of another shape"],
  ["Storage redirects", { storage: moved }, "TypeError"],
  ["Storage returns too much", { storage: long }, "storage: a response of another shape"],
] as const satisfies readonly (readonly [string, Scene, string])[]) {
  Deno.test(`sweep: logs the cause when ${name}`, async () => {
    const { outcome, log } = await sweep({ batches: [[NAME]], ...scene });
    assert.deepEqual(outcome, [500, "bug/unexpected"]);
    assert.deepEqual(log, [{ code: "bug/unexpected", cause }]);
  });
}

Deno.test("sweep: aborts after the timeout", async () => {
  const spans: number[] = [];
  const giveUp = new AbortController();
  const never = Promise.withResolvers<Response>();
  const { outcome, log } = await sweep({
    batches: [[NAME]],
    storage: () => {
      giveUp.abort(new DOMException("The signal timed out.", "TimeoutError"));
      // A late response lets the server close.
      queueMicrotask(() => never.resolve(new Response("late")));
      return never.promise;
    },
    timeout: (milliseconds) => {
      spans.push(milliseconds);
      return giveUp.signal;
    },
  });
  assert.deepEqual(outcome, [500, "bug/unexpected"]);
  assert.deepEqual(log, [{ code: "bug/unexpected", cause: "TimeoutError" }]);
  assert.deepEqual(spans, [SWEEP_TIMEOUTS.abortAfterMs]);
});

Deno.test("sweep: responds to GET and POST only", async () => {
  const handler = createSweepHandler({
    filesFor: () => assert.fail("nobody may remove by this"),
    now: () => 0,
    timeout: shortTimeout,
    log: () => {},
  });
  const headers = { authorization: `Bearer ${KEY}` };
  const there = await handler(new Request("http://functions/sweep", { headers }));
  assert.deepEqual([there.status, await there.json()], [200, { ok: true }]);
  for (const method of ["PUT", "DELETE", "OPTIONS"])
    assert.equal((await handler(new Request("http://functions/sweep", { method, headers }))).status, 400);
});
