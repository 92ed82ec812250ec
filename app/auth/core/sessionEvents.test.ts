import { expect, test } from "vitest";
import { SESSION_EFFECTS } from "./sessionEffects.ts";
import { eventsBetween, SESSION_EVENTS, type SessionSnapshot } from "./sessionEvents.ts";

const guest: SessionSnapshot = {
  userId: "a",
  anonymous: true,
  level: "aal1",
  recovering: false,
  tokenVersion: 1,
};
const seen = (change: Partial<SessionSnapshot>): SessionSnapshot => ({ ...guest, ...change });

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
  ["another user", guest, seen({ userId: "b", tokenVersion: 2 }), ["signed in"]],
  ["another token", guest, seen({ tokenVersion: 2 }), ["token refreshed"]],
  [
    "a guest who has an account now",
    guest,
    seen({ anonymous: false, tokenVersion: 2 }),
    ["token refreshed", "user updated"],
  ],
  ["a recovery link", guest, seen({ recovering: true }), ["password recovery"]],
  ["a recovery that ended", seen({ recovering: true }), guest, []],
  ["a second factor", guest, seen({ level: "aal2", tokenVersion: 2 }), ["token refreshed", "two-factor verified"]],
  ["a second factor that is gone", seen({ level: "aal2" }), guest, []],
] as const)("%s", (_name, before, after, events) => expect(eventsBetween(before, after)).toEqual(events));

test("each of the seven events has one effect", () => {
  expect(Object.keys(SESSION_EFFECTS).toSorted()).toEqual([...SESSION_EVENTS].toSorted());
});
