/** The sweep edge function with the real database, REST and Storage: the objects it deletes, and its permissions. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { FILES_BUCKET } from "#contracts/files.ts";
import { LIMITS } from "#contracts/limits.ts";
import { line as lineShape } from "#contracts/lines.ts";
import { functionError } from "#contracts/translate.ts";
import { SECRET_KEY } from "../../local/index.ts";
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

const swept = z.union([z.object({ removed: z.number(), more: z.boolean() }), functionError]);
async function sweep(key: string, token = key) {
  const response = await stack.post("sweep", token, {}, key);
  const result = swept.parse(await response.json());
  return "error" in result ? [response.status, result.error.code] : result;
}

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

  expect(await sweep(SECRET_KEY)).toEqual({ removed: 1, more: false });
  expect(await contentOf(deleted.path)).toBeNull();
  expect(await contentOf(sentOn.path)).toBe("a plan");
  expect([await contentOf(shared.path), await contentOf(fresh.path)]).toEqual(["a plan", "a plan"]);
  expect((await share(ana, fresh.id)).id).toBe(fresh.id);
  expect(await sweep(SECRET_KEY)).toEqual({ removed: 0, more: false });
});

test("rejects every caller without the secret key", async () => {
  const { ana, call } = await scene();
  const { id, path } = await bring(ana, call);
  await rpc(ana, "withdraw_file", { p_file_id: id }, z.unknown());
  const [header = "", payload = ""] = ana.token.split(".");
  expect(await sweep(stack.publishableKey)).toEqual([401, "request/sign-in-needed"]);
  expect(await sweep(ana.token)).toEqual([401, "request/sign-in-needed"]);
  expect(await sweep(stack.publishableKey, ana.token)).toEqual([401, "request/sign-in-needed"]);
  expect(await sweep(`${SECRET_KEY}_`)).toEqual([401, "request/sign-in-needed"]);
  expect(await sweep(`${header}.${payload}.c2ln`)).toEqual([401, "request/sign-in-needed"]);
  expect(await contentOf(path)).toBe("a plan");
  expect(await sweep(SECRET_KEY)).toEqual({ removed: 1, more: false });
});

test("removes several batches in one call", async () => {
  const { ana, call } = await scene();
  const { id, path } = await bring(ana, call);
  await rpc(ana, "withdraw_file", { p_file_id: id }, z.unknown());
  await stack.admin`
    insert into storage.objects (bucket_id, name, version, created_at)
    select ${FILES_BUCKET}, gen_random_uuid(), gen_random_uuid(), now() - interval '2 days'
    from generate_series(1, ${LIMITS.filesPerSweep})`;
  expect(await sweep(SECRET_KEY)).toEqual({ removed: LIMITS.filesPerSweep + 1, more: false });
  expect(await contentOf(path)).toBeNull();
});
