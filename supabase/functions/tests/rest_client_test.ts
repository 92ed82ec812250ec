/** Requests of a user that the database rejects while others of the same user run. */
import assert from "node:assert/strict";
import { createRestClient } from "../_shared/restClient.ts";
import { withServer } from "./fakeServer.ts";

const refusal = (message: string, status = 429) => Response.json({ code: `PT${status}`, message }, { status });
const busy = () => refusal("request/busy", 299);

async function callWith(answers: readonly (() => Response)[], token?: string) {
  let count = 0;
  let outcome: unknown;
  await withServer(
    () => (answers[count++] ?? (() => assert.fail("one request too many")))(),
    async ({ url }) => {
      const { data, error } = await createRestClient(url, "key", token).rpc("share_file", {});
      outcome = error?.message ?? data;
    },
  );
  return { outcome, count };
}

Deno.test("createRestClient: repeats a request that was not admitted", async () => {
  for (const token of ["t", undefined])
    assert.deepEqual(await callWith([busy, busy, () => Response.json("done")], token), { outcome: "done", count: 3 });
});

Deno.test("createRestClient: gives up after two seconds", async () => {
  const { outcome, count } = await callWith(Array(7).fill(busy), "t");
  assert.deepEqual([outcome, count], ["request/busy", 7]);
});

Deno.test("createRestClient: repeats no other error", async () => {
  const limited = () => refusal("request/rate-limited");
  assert.deepEqual(await callWith([limited], "t"), { outcome: "request/rate-limited", count: 1 });
});
