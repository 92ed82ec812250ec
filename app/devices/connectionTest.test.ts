import { describe, expect, test } from "vitest";
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

/** Runs a test in which everything succeeds except the given parts. */
async function check(parts: Partial<ConnectionTestOptions> = {}) {
  const clock = createFakeClock();
  let findings: Awaited<ReturnType<typeof testConnection>> | undefined;
  void testConnection({
    pingServer: async () => {},
    openSocket: async () => {},
    fetchIceServers: async () => STUN,
    gatherCandidates: async () => found(true, "host", "srflx"),
    clock,
    ...parts,
  }).then((result) => {
    findings = result;
  });
  await settle();
  const pendingTimers = findings === undefined ? null : clock.pending();
  await clock.advance(ICE_SERVERS_TIMEOUT_MS);
  await clock.advance(CONNECTION_TEST_TIMEOUT_MS);
  if (findings === undefined) throw new Error("The test did not end.");
  return { findings, verdict: connectionVerdict(findings), pendingTimers };
}

describe("connection test", () => {
  test("is good if all three tests succeed", async () => {
    expect(await check()).toEqual({
      findings: { serverRoundTripMs: 0, socketOpened: true, media: "direct", relay: "none" },
      verdict: "good",
      pendingTimers: 0,
    });
  });

  describe("media", () => {
    test.each<[string, GatheringResult, string]>([
      ["the connections do not reach each other", found(false, "host"), "none"],
      ["no candidate is found", found(false), "none"],
      ["no ICE server responds", found(true, "host"), "local"],
    ])("warns if %s", async (_what, gathered, media) => {
      expect(await check({ gatherCandidates: async () => gathered })).toMatchObject({
        findings: { media },
        verdict: "no-media",
      });
    });

    test("a relay suffices", async () => {
      for (const gathered of [found(true, "host", "relay"), found(false, "relay")])
        expect(await check({ gatherCandidates: async () => gathered })).toMatchObject({
          findings: { media: "relayed" },
          verdict: "good",
        });
    });

    test("without ICE servers it tests the local network only", async () => {
      const fetchIceServers = async (): Promise<TestIceServers> => ({ servers: [], relay: "none" });
      expect(await check({ fetchIceServers, gatherCandidates: async () => found(true, "host") })).toMatchObject({
        verdict: "good",
      });
      expect(await check({ fetchIceServers, gatherCandidates: async () => found(false, "host") })).toMatchObject({
        verdict: "no-media",
      });
    });

    test("is unsure if the relay could not be tested", async () => {
      const fetchIceServers = async (): Promise<TestIceServers> => ({ ...STUN, relay: "withheld" });
      for (const gathered of [found(true, "host"), found(false)])
        expect(await check({ fetchIceServers, gatherCandidates: async () => gathered })).toMatchObject({
          verdict: "unsure",
        });
      expect(await check({ fetchIceServers })).toMatchObject({ verdict: "good" });
    });

    test("warns if the tested relay relays nothing", async () => {
      const fetchIceServers = async (): Promise<TestIceServers> => ({ ...STUN, relay: "here" });
      expect(await check({ fetchIceServers, gatherCandidates: async () => found(true, "host") })).toMatchObject({
        verdict: "no-media",
      });
    });

    test("survives a browser that denies connections", async () => {
      const gatherCandidates = () => Promise.reject(new Error("refused"));
      expect(await check({ gatherCandidates })).toMatchObject({ findings: { media: "none" }, verdict: "no-media" });
    });
  });

  test.each([
    ["rejects", () => Promise.reject(new Error("refused"))],
    ["never responds", never],
  ])("reports a server that %s", async (_how, ask) => {
    expect(await check({ pingServer: ask })).toMatchObject({
      findings: { serverRoundTripMs: null, media: "direct" },
      verdict: "no-server",
    });
  });

  test.each([
    ["rejects", () => Promise.reject(new Error("refused"))],
    ["never opens", never],
  ])("reports a socket that %s", async (_how, openSocket) => {
    expect(await check({ openSocket })).toMatchObject({ findings: { socketOpened: false }, verdict: "no-socket" });
  });

  test("uses the findings at the timeout", async () => {
    const gatherCandidates = (_servers: unknown, signal: AbortSignal) =>
      new Promise<GatheringResult>((resolve) =>
        signal.addEventListener("abort", () => resolve(found(true, "host", "srflx"))),
      );
    expect(await check({ gatherCandidates })).toMatchObject({ verdict: "good" });
  });

  test("tests the call's ICE servers with a full timeout", async () => {
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

  test("reports a slow server", () => {
    const findings = { socketOpened: true, media: "direct", relay: "none" } as const;
    expect(connectionVerdict({ ...findings, serverRoundTripMs: SLOW_SERVER_MS })).toBe("good");
    expect(connectionVerdict({ ...findings, serverRoundTripMs: SLOW_SERVER_MS + 1 })).toBe("slow");
  });
});
