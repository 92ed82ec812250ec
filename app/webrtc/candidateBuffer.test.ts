import { expect, test } from "vitest";
import { receivedSignal } from "#contracts/realtime.ts";
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

const candidateOf = (usernameFragment: string | null | undefined, at = 0) => ({
  ...{ candidate: `candidate:${at}`, sdpMid: "0", sdpMLineIndex: 0, usernameFragment },
});

test("takes the candidates of the remote description only", () => {
  const { take } = createCandidateBuffer(createFakeClock());
  const remote = { kind: "offer", sdp: "v=0\r\na=ice-ufrag:abcd\r\na=ice-pwd:x\r\na=ice-ufrag:efgh\r\n" } as const;
  const [known, second, later, prefix] = ["abcd", "efgh", "ijkl", "abc"].map((fragment) => candidateOf(fragment));
  const unnamed = [null, undefined, ""].map((fragment) => candidateOf(fragment));
  expect(
    take(
      [known, second, later, prefix, ...unnamed].filter((sent) => sent !== undefined),
      remote,
    ),
  ).toEqual([...[known, second, ...unnamed]]);
  expect(take([], { kind: "offer", sdp: "v=0\r\na=ice-ufrag:ijkl\r\n" })).toEqual([later]);
});

test("a candidate costs no more for its text", () => {
  const least = (size: number) => {
    const sdp = `v=0\r\na=fmtp:96 x=${"a=ice-ufrag:".repeat(size / 20)}${"-".repeat(size)}\r\na=ice-ufrag:abcd\r\n`;
    const sent = Array.from({ length: 60 }, (_, at) => candidateOf(`${at}${"-".repeat(size / 20)}`, at));
    const times = Array.from({ length: 5 }, () => {
      const { take } = createCandidateBuffer(createFakeClock());
      const started = performance.now();
      for (let signal = 0; signal < 4; signal += 1) take(sent, { kind: "offer", sdp });
      return performance.now() - started;
    });
    return Math.min(...times);
  };
  // Four times as much takes four times as long. A search takes sixteen times as long.
  expect(least(8_000)).toBeLessThan(8 * least(2_000) + 5);
});

test("the contract limits the text of a candidate", () => {
  const parse = (change: object) =>
    receivedSignal.safeParse({
      id: "d0000000-0000-4000-8000-000000000001",
      from: "f0000000-0000-4000-8000-000000000001",
      signal: { type: "candidates", candidates: [{ ...candidateOf("x"), ...change }] },
    }).success;
  // RFC 8839 permits 256 characters of a fragment.
  for (const [name, most] of [
    ["usernameFragment", 256],
    ["sdpMid", 256],
    ["candidate", 1_000],
  ] as const) {
    expect(parse({ [name]: "x".repeat(most) })).toBe(true);
    expect(parse({ [name]: "x".repeat(most + 1) })).toBe(false);
  }
});
