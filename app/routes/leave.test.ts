import { expect, test, vi } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { createRpc } from "~/lib/rpc.ts";
import { action } from "./leave.ts";

const ID = "6f1f6f0e-0e1c-4d3a-9a53-111111111111";
const OTHER = "6f1f6f0e-0e1c-4d3a-9a53-222222222222";

function page(result: Result<unknown> = ok(null)) {
  const post = vi.fn(async () => result);
  const waited: Promise<unknown>[] = [];
  const context = { rpcWithoutRenewal: createRpc({ post }), waitUntil: (work: Promise<unknown>) => waited.push(work) };
  async function goesAway(body: string): Promise<number> {
    const { status } = await action({
      request: new Request("https://parley.example/leave", { method: "POST", body }),
      context,
    });
    await Promise.all(waited);
    return status;
  }
  return { goesAway, post, waited };
}

test.each([
  [{ to: "call", call_id: ID, peer_id: OTHER }, "leave_call", { p_call_id: ID, p_peer_id: OTHER }],
  [{ to: "knock", meeting_id: ID }, "withdraw_knock", { p_meeting_id: ID }],
])("runs %j after the response", async (payload, rpc, args) => {
  const { goesAway, post, waited } = page();
  expect(await goesAway(JSON.stringify(payload))).toBe(204);
  expect(post).toHaveBeenCalledExactlyOnceWith(`/rest/v1/rpc/${rpc}`, args, {});
  expect(waited).toHaveLength(1);
});

test("responds the same whatever the database returns", async () => {
  const payload = JSON.stringify({ to: "call", call_id: ID, peer_id: OTHER });
  for (const refusal of ["request/not-allowed", "network/timeout", "bug/unexpected"] as const)
    expect(await page(fail(refusal)).goesAway(payload)).toBe(204);
});

test.each([
  ["nothing", ""],
  ["no JSON", "to=call"],
  ["null", "null"],
  ["a list", `[{"to":"knock","meeting_id":"${ID}"}]`],
  ["neither of the two", `{"to":"everything","meeting_id":"${ID}"}`],
  ["half of one", `{"to":"call","call_id":"${ID}"}`],
  ["more than one", `{"to":"knock","meeting_id":"${ID}","call_id":"${ID}","peer_id":"${ID}"}`],
  ["no id", `{"to":"knock","meeting_id":"'; drop table public.knocks; --"}`],
  ["an id that is a number", `{"to":"knock","meeting_id":1}`],
  ["somebody's name", `{"to":"knock","meeting_id":"${ID}","user_id":"${OTHER}"}`],
])("rejects %s without a database call", async (_name, body) => {
  const { goesAway, post } = page();
  expect(await goesAway(body)).toBe(400);
  expect(post).not.toHaveBeenCalled();
});
