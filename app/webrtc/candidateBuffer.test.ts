import { expect, test } from "vitest";
import { createFakeClock } from "../../tests/fakes/clock.ts";
import { createCandidateBuffer } from "./candidateBuffer.ts";

const withCandidates = (count: number) => {
  const lines = Array.from({ length: count }, (_, at) => `a=candidate:${at} 1 udp 1 192.0.2.1 9 typ host\r\n`).join("");
  return { kind: "offer", sdp: `v=0\r\n${lines}a=end-of-candidates\r\n` } as const;
};

test("limits the candidates of all descriptions together", async () => {
  const clock = createFakeClock();
  const { limit } = createCandidateBuffer(clock);
  expect(limit(withCandidates(20))).toEqual(withCandidates(20));
  expect(limit(withCandidates(300))).toEqual(withCandidates(60));
  expect(limit(withCandidates(300))).toEqual(withCandidates(0));
  await clock.advance(20_000);
  expect(limit(withCandidates(300))).toEqual(withCandidates(10));
});

test("limits those of signals and descriptions together", () => {
  const { limit, take } = createCandidateBuffer(createFakeClock());
  const signalled = Array.from({ length: 70 }, (_, at) => ({
    ...{ candidate: `candidate:${at}`, sdpMid: "0", sdpMLineIndex: 0, usernameFragment: null },
  }));
  expect(take(signalled, withCandidates(0))).toHaveLength(70);
  expect(limit(withCandidates(300))).toEqual(withCandidates(10));
});
