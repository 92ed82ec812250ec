import { describe, expect, test, vi } from "vitest";
import { fail, ok } from "#contracts/errors.ts";
import type { Rpc, RpcResults } from "~/lib/rpc.ts";
import { createStore } from "~/lib/store.ts";
import { fakeRpc } from "../../../tests/fakes/rpc.ts";
import { meetingAvatars } from "./meetingAvatars.ts";

const MEETING = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c01";
const ANA = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c02";
const PICTURE = "0b5f3b0e-58a1-4d19-9d1c-0a8b6f2a7c03";
const ONE: RpcResults["meeting_avatars"] = [{ user_id: ANA, avatar: PICTURE }];

/** A room before joining. `answer`: null fails. `gate` delays a response. */
function open(answer: () => RpcResults["meeting_avatars"] | null, gate: () => Promise<void> = async () => {}) {
  const viewOf = (size: number, meeting: { id: string } | null) => ({ meeting, participants: { size } });
  const callView = createStore(viewOf(1, null));
  const asked: unknown[] = [];
  const answering = fakeRpc({
    meeting_avatars: (args) => {
      asked.push(args);
      const avatars = answer();
      return avatars === null ? fail("network/offline") : ok(avatars);
    },
  });
  const rpc: Rpc = async (...request) => {
    const response = await answering(...request);
    await gate();
    return response;
  };
  return { room: { rpc, callView }, asked, join: (size: number) => callView.set(viewOf(size, { id: MEETING })) };
}

describe("meetingAvatars", () => {
  test("reads after joining, once for all who show them", async () => {
    const { room, asked, join } = open(() => ONE);
    const avatars = meetingAvatars(room);
    expect([avatars.getSnapshot().size, asked]).toEqual([0, []]);
    join(2);
    expect(meetingAvatars(room)).toBe(avatars);
    await vi.waitFor(() => expect(avatars.getSnapshot().get(ANA)).toBe(PICTURE));
    expect(asked).toEqual([{ p_meeting_id: MEETING }]);
  });

  test("reads again when somebody joins, not after other changes", async () => {
    const { room, asked, join } = open(() => []);
    meetingAvatars(room);
    join(2);
    join(2);
    join(3);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
  });

  test("keeps the pictures after a failure", async () => {
    let isUp = true;
    const { room, asked, join } = open(() => (isUp ? ONE : null));
    const avatars = meetingAvatars(room);
    join(2);
    await vi.waitFor(() => expect(avatars.getSnapshot().size).toBe(1));
    isUp = false;
    join(3);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(avatars.getSnapshot().get(ANA)).toBe(PICTURE);
  });

  test("ignores a response that a later one has overtaken", async () => {
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const gates = [first.promise, second.promise];
    const answers = [[], ONE];
    const { room, asked, join } = open(
      () => answers.shift() ?? [],
      async () => await gates.shift(),
    );
    const avatars = meetingAvatars(room);
    join(2);
    join(3);
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    second.resolve();
    await vi.waitFor(() => expect(avatars.getSnapshot().size).toBe(1));
    first.resolve();
    await first.promise;
    await vi.waitFor(() => expect(gates).toEqual([]));
    expect(avatars.getSnapshot().size).toBe(1);
  });
});
