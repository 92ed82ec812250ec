import { expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import { fakeRpc } from "../../../tests/fakes/rpc.ts";
import { createPlanClient } from "./planClient.ts";

const ID = "11111111-0000-4000-8000-000000000000";
const CANCEL = { cancel: { series_id: ID, sequence: 0, key: "2026-04-23T16:30", scope: "one" } } as const;

test("sends changes to the edge function", async () => {
  const post = vi.fn(async () => ok({ series_id: ID, sequence: 1, later_id: null }));
  const client = createPlanClient({ post }, fakeRpc({}));
  expect(await client.send(CANCEL)).toEqual(ok({ series_id: ID, sequence: 1, later_id: null }));
  expect(post.mock.calls).toEqual([["/functions/v1/plan", CANCEL]]);
});

test("returns errors, and rejects a strange response", async () => {
  const changed = createPlanClient({ post: async () => fail("plan/changed") }, fakeRpc({}));
  expect(await changed.send(CANCEL)).toEqual(fail("plan/changed"));
  const strange = createPlanClient({ post: async () => ok({}) }, fakeRpc({}));
  expect(await strange.send(CANCEL)).toMatchObject({ ok: false, error: { code: "bug/unexpected" } });
});

test("reads the members of a workspace", async () => {
  const member = { user_id: ID, display_name: "Tom", avatar: null, role: "member", email: null } as const;
  const members = [{ ...member, joined_at: "2026-11-08T10:00:00+00:00" }];
  const rpc = fakeRpc({ workspace_members: () => ok({ members, next: null }) });
  expect(await createPlanClient({ post: async () => fail("network/offline") }, rpc).members(ID)).toEqual(ok(members));
});
