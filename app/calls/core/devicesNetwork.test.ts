import { describe, expect, it } from "vitest";
import { createFakeClock, settle } from "../../../tests/fakes/clock.ts";
import {
  type CallServers,
  checkNetwork,
  type Gathered,
  judgeNetwork,
  NETWORK_LIMIT,
  type NetworkParts,
  SERVERS_LIMIT,
  SLOW,
} from "./devicesNetwork.ts";

const never = () => new Promise<never>(() => {});
const found = (connected: boolean, ...kinds: string[]): Gathered => ({ connected, kinds: new Set(kinds) });

const STUN: CallServers = { servers: [{ urls: "stun:stun.example" }], relay: "none" };

/** All well, but for what is given. Runs to its end. */
async function check(parts: Partial<NetworkParts> = {}) {
  const clock = createFakeClock();
  let answer: Awaited<ReturnType<typeof checkNetwork>> | undefined;
  void checkNetwork({
    ask: async () => {},
    openSocket: async () => {},
    findServers: async () => STUN,
    gather: async () => found(true, "host", "srflx"),
    clock,
    ...parts,
  }).then((findings) => {
    answer = findings;
  });
  await settle();
  const left = answer === undefined ? null : clock.pending();
  await clock.advance(SERVERS_LIMIT);
  await clock.advance(NETWORK_LIMIT);
  if (answer === undefined) throw new Error("it did not end");
  return { findings: answer, verdict: judgeNetwork(answer), left };
}

it("is good when all three get through", async () => {
  expect(await check()).toEqual({
    findings: { server: 0, socket: true, media: "direct", relay: "none" },
    verdict: "good",
    left: 0,
  });
});

describe("a network from which media does not get out", () => {
  it.each<[string, Gathered, string]>([
    ["connections do not find each other", found(false, "host"), "none"],
    ["nothing is found at all", found(false), "none"],
    ["no server outside answers", found(true, "host"), "local"],
  ])("%s: video may not get through", async (_what, gathered, media) => {
    expect(await check({ gather: async () => gathered })).toMatchObject({ findings: { media }, verdict: "no-media" });
  });

  it("a relay is a way out, also where nothing else is", async () => {
    for (const gathered of [found(true, "host", "relay"), found(false, "relay")])
      expect(await check({ gather: async () => gathered })).toMatchObject({
        findings: { media: "relayed" },
        verdict: "good",
      });
  });

  it("where no server outside is known, only this network can be tried", async () => {
    const findServers = async (): Promise<CallServers> => ({ servers: [], relay: "none" });
    expect(await check({ findServers, gather: async () => found(true, "host") })).toMatchObject({ verdict: "good" });
    expect(await check({ findServers, gather: async () => found(false, "host") })).toMatchObject({
      verdict: "no-media",
    });
  });

  it("a relay that calls have and this page may not try: neither yes nor no", async () => {
    const findServers = async (): Promise<CallServers> => ({ ...STUN, relay: "withheld" });
    for (const gathered of [found(true, "host"), found(false)])
      expect(await check({ findServers, gather: async () => gathered })).toMatchObject({ verdict: "unsure" });
    expect(await check({ findServers })).toMatchObject({ verdict: "good" });
  });

  it("a relay that is there and lets nothing through is no way", async () => {
    const findServers = async (): Promise<CallServers> => ({ ...STUN, relay: "here" });
    expect(await check({ findServers, gather: async () => found(true, "host") })).toMatchObject({
      verdict: "no-media",
    });
  });

  it("a browser that refuses to make connections is no crash", async () => {
    const gather = () => Promise.reject(new Error("refused"));
    expect(await check({ gather })).toMatchObject({ findings: { media: "none" }, verdict: "no-media" });
  });
});

it.each([
  ["refuses", () => Promise.reject(new Error("refused"))],
  ["never answers", never],
])("a server that %s is not reached, and that is what is said", async (_how, ask) => {
  expect(await check({ ask })).toMatchObject({ findings: { server: null, media: "direct" }, verdict: "no-server" });
});

it.each([
  ["refuses", () => Promise.reject(new Error("refused"))],
  ["never opens", never],
])("a socket that %s: messages may not get through", async (_how, openSocket) => {
  expect(await check({ openSocket })).toMatchObject({ findings: { socket: false }, verdict: "no-socket" });
});

it("connections that never end are asked what they found until then", async () => {
  const gather = (_servers: unknown, signal: AbortSignal) =>
    new Promise<Gathered>((resolve) => signal.addEventListener("abort", () => resolve(found(true, "host", "srflx"))));
  expect(await check({ gather })).toMatchObject({ verdict: "good" });
});

it("the servers of the call are what is tried, and when they come late the trial has all of its time", async () => {
  const clock = createFakeClock();
  const tried: CallServers["servers"][] = [];
  let ended = false;
  void checkNetwork({
    ask: async () => {},
    openSocket: async () => {},
    findServers: (signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(STUN))),
    gather: (servers, signal) => {
      tried.push(servers);
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve(found(true, "srflx"))));
    },
    clock,
  }).then(() => {
    ended = true;
  });
  await clock.advance(SERVERS_LIMIT);
  expect(tried).toEqual([STUN.servers]);
  await clock.advance(NETWORK_LIMIT - 1);
  expect(ended).toBe(false);
  await clock.advance(1);
  expect(ended).toBe(true);
});

it("a server that answers late is slow", () => {
  const findings = { socket: true, media: "direct", relay: "none" } as const;
  expect(judgeNetwork({ ...findings, server: SLOW })).toBe("good");
  expect(judgeNetwork({ ...findings, server: SLOW + 1 })).toBe("slow");
});
