import { expect, test } from "vitest";
import { createFakeClock } from "../../tests/fakes/clock.ts";
import { createStore } from "../lib/store.ts";
import { MIN_TALK_MS, TALK_SHARE_INTERVAL_MS, type Voice, watchTalkShare } from "./talkShare.ts";

/** The parts of a participant that the share reads. */
const voice = (isMe: boolean, speaking: boolean, muted = false): Voice => ({ isMe, speaking, participant: { muted } });

function world() {
  const clock = createFakeClock();
  const call = createStore<{ people: readonly Voice[] }>({ people: [] });
  const shares: (number | null)[] = [];
  const stop = watchTalkShare(call, clock, (share) => shares.push(share));
  const hear = (...people: Voice[]) => call.set({ people });
  return { clock, hear, shares, stop };
}

test("counts the voices of both, also at once", async () => {
  const { clock, hear, shares } = world();
  hear(voice(true, true), voice(false, false));
  await clock.advance(30_000);
  hear(voice(true, true), voice(false, true));
  await clock.advance(30_000);
  hear(voice(true, false), voice(false, true));
  await clock.advance(30_000);
  expect(shares.at(-1)).toBeCloseTo(0.5, 5);
});

test("shows nothing before there was talk, and nothing alone", async () => {
  const { clock, hear, shares } = world();
  hear(voice(true, true), voice(false, false));
  await clock.advance(MIN_TALK_MS - TALK_SHARE_INTERVAL_MS);
  expect(shares.every((share) => share === null)).toBe(true);
  await clock.advance(2 * TALK_SHARE_INTERVAL_MS);
  expect(shares.at(-1)).toBe(1);
  hear(voice(true, true));
  await clock.advance(TALK_SHARE_INTERVAL_MS);
  expect(shares.at(-1)).toBeNull();
});

test("does not count a muted voice", async () => {
  const { clock, hear, shares } = world();
  hear(voice(true, true), voice(false, true, true));
  await clock.advance(2 * MIN_TALK_MS);
  expect(shares.at(-1)).toBe(1);
});

test("leaves no timer", () => {
  const { clock, stop } = world();
  stop();
  expect(clock.pending()).toBe(0);
});
