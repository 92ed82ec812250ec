import { expect, test } from "vitest";
import type { Participant } from "#contracts/meetings.ts";
import { moderationPermissions } from "./moderationPermissions.ts";

const somebody = (more: Partial<Participant> = {}): Participant => ({
  user_id: "b0000000-0000-4000-8000-000000000001",
  number: 2,
  role: "guest",
  admission: "admitted",
  display_name: "Tom",
  speaks: "en",
  reads: "en",
  muted: false,
  hand: null,
  captioner: null,
  ...more,
});
const NOTHING = { lowerHand: false, mute: false, remove: false, setRole: false };

test("a guest may do nothing with anybody, however their hand", () => {
  for (const role of ["host", "co-host", "guest"] as const)
    expect(moderationPermissions(somebody({ role, hand: 4 }), 0)).toEqual(NOTHING);
});

test("a co-host acts upon guests, not upon another co-host or the host, but lowers any hand", () => {
  expect(moderationPermissions(somebody(), 1)).toEqual({ ...NOTHING, mute: true, remove: true });
  for (const role of ["host", "co-host"] as const) {
    expect(moderationPermissions(somebody({ role }), 1)).toEqual(NOTHING);
    expect(moderationPermissions(somebody({ role, hand: 4 }), 1)).toEqual({ ...NOTHING, lowerHand: true });
  }
});

test("the host makes co-hosts and guests again, and does nothing with another host", () => {
  for (const role of ["co-host", "guest"] as const)
    expect(moderationPermissions(somebody({ role }), 2)).toEqual({
      ...NOTHING,
      mute: true,
      remove: true,
      setRole: true,
    });
  expect(moderationPermissions(somebody({ role: "host" }), 2)).toEqual(NOTHING);
});

test("an admin of the workspace mutes and removes the host, whose role stays", () => {
  expect(moderationPermissions(somebody({ role: "host" }), 3)).toEqual({ ...NOTHING, mute: true, remove: true });
});

test("nothing is left to do with who was removed", () => {
  expect(moderationPermissions(somebody({ admission: "removed", hand: 4 }), 3)).toEqual(NOTHING);
});
