import { describe, expect, test } from "vitest";
import type { Participant } from "#contracts/meetings.ts";
import { moderationPermissions } from "./moderationPermissions.ts";

const participant = (more: Partial<Participant> = {}): Participant => ({
  user_id: "b0000000-0000-4000-8000-000000000001",
  number: 2,
  colour: 2,
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
const NONE = { lowerHand: false, mute: false, remove: false, setRole: false };

describe("moderation permissions", () => {
  test("allow guests nothing", () => {
    for (const role of ["host", "co-host", "guest"] as const)
      expect(moderationPermissions(participant({ role, hand: 4 }), 0)).toEqual(NONE);
  });

  test("let co-hosts moderate guests and lower any hand", () => {
    expect(moderationPermissions(participant(), 1)).toEqual({ ...NONE, mute: true, remove: true });
    for (const role of ["host", "co-host"] as const) {
      expect(moderationPermissions(participant({ role }), 1)).toEqual(NONE);
      expect(moderationPermissions(participant({ role, hand: 4 }), 1)).toEqual({ ...NONE, lowerHand: true });
    }
  });

  test("let the host change roles, except of a host", () => {
    for (const role of ["co-host", "guest"] as const)
      expect(moderationPermissions(participant({ role }), 2)).toEqual({
        ...NONE,
        mute: true,
        remove: true,
        setRole: true,
      });
    expect(moderationPermissions(participant({ role: "host" }), 2)).toEqual(NONE);
  });

  test("let a workspace admin mute and remove the host", () => {
    expect(moderationPermissions(participant({ role: "host" }), 3)).toEqual({ ...NONE, mute: true, remove: true });
  });

  test("allow nothing on removed participants", () => {
    expect(moderationPermissions(participant({ admission: "removed", hand: 4 }), 3)).toEqual(NONE);
  });
});
