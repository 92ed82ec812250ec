import { expect, test } from "vitest";
import { eventsBetween, SESSION_EVENTS, type Seen } from "./events.ts";
import { REACTIONS } from "./reactions.ts";

const guest: Seen = { userId: "a", anonymous: true, level: "aal1", recovering: false, token: 1, profile: 0 };
const seen = (change: Partial<Seen>): Seen => ({ ...guest, ...change });

test.each([
  ["the first look at nobody", undefined, null, ["initial session"]],
  ["the first look at somebody", undefined, guest, ["initial session"]],
  [
    "the first look at somebody who recovers",
    undefined,
    seen({ recovering: true }),
    ["initial session", "password recovery"],
  ],
  ["nobody, still", null, null, []],
  ["the same, still", guest, seen({}), []],
  ["nobody, then somebody", null, guest, ["signed in"]],
  ["somebody, then nobody", guest, null, ["signed out"]],
  ["another user", guest, seen({ userId: "b", token: 2 }), ["signed in"]],
  ["another token", guest, seen({ token: 2 }), ["token refreshed"]],
  ["another profile", guest, seen({ profile: 1 }), ["user updated"]],
  ["a guest who has an account now", guest, seen({ anonymous: false, token: 2 }), ["token refreshed", "user updated"]],
  ["a recovery link", guest, seen({ recovering: true }), ["password recovery"]],
  ["a recovery that ended", seen({ recovering: true }), guest, []],
  ["a second factor", guest, seen({ level: "aal2", token: 2 }), ["token refreshed", "two-factor verified"]],
  ["a second factor that is gone", seen({ level: "aal2" }), guest, []],
] as const)("%s", (_name, before, after, events) => expect(eventsBetween(before, after)).toEqual(events));

test("each of the seven events has one reaction", () => {
  expect(Object.keys(REACTIONS).toSorted()).toEqual([...SESSION_EVENTS].toSorted());
});
