import { describe, expect, it } from "vitest";
import { createFakeClock, settle } from "../../tests/fakes/clock.ts";
import {
  CONNECTION_TEST_TIMEOUT_MS,
  type ConnectionTestOptions,
  connectionVerdict,
  type GatheringResult,
  ICE_SERVERS_TIMEOUT_MS,
  SLOW_SERVER_MS,
  type TestIceServers,
  testConnection,
} from "./connectionTest.ts";

const never = () => new Promise<never>(() => {});
const found = (connected: boolean, ...kinds: string[]): GatheringResult => ({
  connected,
  candidateTypes: new Set(kinds),
});

const STUN: TestIceServers = { servers: [{ urls: "stun:stun.example" }], relay: "none" };

/** All well, but for what is given. Runs to its end. */
async function check(parts: Partial<ConnectionTestOptions> = {}) {
  const clock = createFakeClock();
  let answer: Awaited<ReturnType<typeof testConnection>> | undefined;
  void testConnection({
    pingServer: async () => {},
    openSocket: async () => {},
    fetchIceServers: async () => STUN,
    gatherCandidates: async () => found(true, "host", "srflx"),
    clock,
    ...parts,
  }).then((findings) => {
    answer = findings;
  });
  await settle();
  const left = answer === undefined ? null : clock.pending();
  await clock.advance(ICE_SERVERS_TIMEOUT_MS);
  await clock.advance(CONNECTION_TEST_TIMEOUT_MS);
  if (answer === undefined) throw new Error("it did not end");
  return { findings: answer, verdict: connectionVerdict(answer), left };
}

it("is good when all three get through", async () => {
  expect(await check()).toEqual({
    findings: { serverRoundTripMs: 0, socketOpened: true, media: "direct", relay: "none" },
    verdict: "good",
    left: 0,
  });
});

describe("a network from which media does not get out", () => {
  it.each<[string, GatheringResult, string]>([
    ["connections do not find each other", found(false, "host"), "none"],
    ["nothing is found at all", found(false), "none"],
    ["no server outside answers", found(true, "host"), "local"],
  ])("%s: video may not get through", async (_what, gathered, media) => {
    expect(await check({ gatherCandidates: async () => gathered })).toMatchObject({
      findings: { media },
      verdict: "no-media",
    });
  });

  it("a relay is a way out, also where nothing else is", async () => {
    for (const gathered of [found(true, "host", "relay"), found(false, "relay")])
      expect(await check({ gatherCandidates: async () => gathered })).toMatchObject({
        findings: { media: "relayed" },
        verdict: "good",
      });
  });

  it("where no server outside is known, only this network can be tried", async () => {
    const fetchIceServers = async (): Promise<TestIceServers> => ({ servers: [], relay: "none" });
    expect(await check({ fetchIceServers, gatherCandidates: async () => found(true, "host") })).toMatchObject({
      verdict: "good",
    });
    expect(await check({ fetchIceServers, gatherCandidates: async () => found(false, "host") })).toMatchObject({
      verdict: "no-media",
    });
  });

  it("a relay that calls have and this page may not try: neither yes nor no", async () => {
    const fetchIceServers = async (): Promise<TestIceServers> => ({ ...STUN, relay: "withheld" });
    for (const gathered of [found(true, "host"), found(false)])
      expect(await check({ fetchIceServers, gatherCandidates: async () => gathered })).toMatchObject({
        verdict: "unsure",
      });
    expect(await check({ fetchIceServers })).toMatchObject({ verdict: "good" });
  });

  it("a relay that is there and lets nothing through is no way", async () => {
    const fetchIceServers = async (): Promise<TestIceServers> => ({ ...STUN, relay: "here" });
    expect(await check({ fetchIceServers, gatherCandidates: async () => found(true, "host") })).toMatchObject({
      verdict: "no-media",
    });
  });

  it("a browser that refuses to make connections is no crash", async () => {
    const gatherCandidates = () => Promise.reject(new Error("refused"));
    expect(await check({ gatherCandidates })).toMatchObject({ findings: { media: "none" }, verdict: "no-media" });
  });
});

it.each([
  ["refuses", () => Promise.reject(new Error("refused"))],
  ["never answers", never],
])("a server that %s is not reached, and that is what is said", async (_how, ask) => {
  expect(await check({ pingServer: ask })).toMatchObject({
    findings: { serverRoundTripMs: null, media: "direct" },
    verdict: "no-server",
  });
});

it.each([
  ["refuses", () => Promise.reject(new Error("refused"))],
  ["never opens", never],
])("a socket that %s: messages may not get through", async (_how, openSocket) => {
  expect(await check({ openSocket })).toMatchObject({ findings: { socketOpened: false }, verdict: "no-socket" });
});

it("connections that never end are asked what they found until then", async () => {
  const gatherCandidates = (_servers: unknown, signal: AbortSignal) =>
    new Promise<GatheringResult>((resolve) =>
      signal.addEventListener("abort", () => resolve(found(true, "host", "srflx"))),
    );
  expect(await check({ gatherCandidates })).toMatchObject({ verdict: "good" });
});

it("the servers of the call are what is tried, and when they come late the trial has all of its time", async () => {
  const clock = createFakeClock();
  const tried: TestIceServers["servers"][] = [];
  let ended = false;
  void testConnection({
    pingServer: async () => {},
    openSocket: async () => {},
    fetchIceServers: (signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(STUN))),
    gatherCandidates: (servers, signal) => {
      tried.push(servers);
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve(found(true, "srflx"))));
    },
    clock,
  }).then(() => {
    ended = true;
  });
  await clock.advance(ICE_SERVERS_TIMEOUT_MS);
  expect(tried).toEqual([STUN.servers]);
  await clock.advance(CONNECTION_TEST_TIMEOUT_MS - 1);
  expect(ended).toBe(false);
  await clock.advance(1);
  expect(ended).toBe(true);
});

it("a server that answers late is slow", () => {
  const findings = { socketOpened: true, media: "direct", relay: "none" } as const;
  expect(connectionVerdict({ ...findings, serverRoundTripMs: SLOW_SERVER_MS })).toBe("good");
  expect(connectionVerdict({ ...findings, serverRoundTripMs: SLOW_SERVER_MS + 1 })).toBe("slow");
});
