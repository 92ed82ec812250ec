/** The sweep edge function with the real database, REST and Storage: the objects it deletes, and its permissions. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { FILES_BUCKET } from "#contracts/files.ts";
import { JOBS_SECRET_HEADER, jobReport } from "#contracts/jobs.ts";
import { line as lineShape } from "#contracts/lines.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { functionError } from "#contracts/translate.ts";
import { JOBS_SECRET, SECRET_KEY } from "../../local/index.ts";
import { fileVisitors } from "./support/fileVisitors.ts";
import { type FunctionStack, inCall, rpc, startFunctionStack } from "./support/functionStack.ts";

let stack: FunctionStack;
beforeAll(async () => {
  stack = await startFunctionStack(
    (_, response) => response.end(),
    () => ({}),
  );
});
afterAll(() => stack.close());

const swept = z.union([jobReport, functionError]);
/** Calls the job, and returns its result about files. */
async function sweep(secret = JOBS_SECRET, headers: Record<string, string> = {}) {
  const response = await fetch(`${stack.url}/functions/v1/sweep`, {
    method: "POST",
    headers: { ...headers, [JOBS_SECRET_HEADER]: secret },
    body: JSON.stringify({ job: "sweep" }),
  });
  const result = swept.parse(await response.json());
  if (!("counts" in result)) return [response.status, result.error.code];
  const { counts, more, error } = result;
  return { files: counts.files ?? 0, more, error };
}
const done = (files: number) => ({ files, more: false, error: null });

const { bring, share, contentOf, scene } = fileVisitors(() => stack);

test("removes bytes of deleted lines only", async () => {
  const { ana, call } = await scene();
  const bob = await stack.visitor();
  const other = await inCall([
    [ana, "en"],
    [bob, "en"],
  ]);
  const [deleted, sentOn, shared, fresh] = [
    await bring(ana, call),
    await bring(ana, call),
    await bring(ana, call),
    await bring(ana, call),
  ];
  for (const { id } of [deleted, sentOn, shared]) await share(ana, id);
  const copy = { p_line_id: randomUUID(), p_source_line_id: sentOn.id, p_meeting_id: other.meeting };
  await rpc(ana, "forward_line", copy, lineShape);
  for (const { id } of [deleted, sentOn]) await rpc(ana, "delete_line", { p_line_id: id }, lineShape);
  expect(await contentOf(deleted.path)).toBe("a plan");

  expect(await sweep()).toEqual(done(1));
  expect(await contentOf(deleted.path)).toBeNull();
  expect(await contentOf(sentOn.path)).toBe("a plan");
  expect([await contentOf(shared.path), await contentOf(fresh.path)]).toEqual(["a plan", "a plan"]);
  expect((await share(ana, fresh.id)).id).toBe(fresh.id);
  expect(await sweep()).toEqual(done(0));
});

test("rejects every caller without the schedule's secret", async () => {
  const { ana, call } = await scene();
  const { id, path } = await bring(ana, call);
  await rpc(ana, "withdraw_file", { p_file_id: id }, z.unknown());
  for (const [secret, headers] of [
    ["", {}],
    [SECRET_KEY, { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` }],
    [stack.publishableKey, { apikey: stack.publishableKey }],
    [ana.token, { authorization: `Bearer ${ana.token}` }],
    [`${JOBS_SECRET}_`, {}],
  ] as const)
    expect(await sweep(secret, headers)).toEqual([401, "request/sign-in-needed"]);
  expect(await contentOf(path)).toBe("a plan");
  expect(await sweep()).toEqual(done(1));
});

test("removes several batches in one call", async () => {
  const { ana, call } = await scene();
  const { id, path } = await bring(ana, call);
  await rpc(ana, "withdraw_file", { p_file_id: id }, z.unknown());
  await stack.admin`
    insert into storage.objects (bucket_id, name, version, created_at)
    select ${FILES_BUCKET}, gen_random_uuid(), gen_random_uuid(), now() - interval '2 days'
    from generate_series(1, ${SERVER_LIMITS.filesPerSweep})`;
  expect(await sweep()).toEqual(done(SERVER_LIMITS.filesPerSweep + 1));
  expect(await contentOf(path)).toBeNull();
});

test("records each run", async () => {
  await sweep();
  const rows = await stack.admin`
    select job, error, more, ended_at is not null as ended, counts ? 'calls' as counted
    from private.job_runs order by id desc limit 1`;
  expect(rows).toEqual([{ job: "sweep", error: null, more: false, ended: true, counted: true }]);
});
