/** The edge function `ice` with the real database, and its credentials with the real coturn. */
import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { ICE, iceResponse } from "#contracts/ice.ts";
import { createdMeeting, enteredCall, knocked } from "#contracts/meetings.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { functionError } from "#contracts/translate.ts";
import { type Stack, startStack } from "../../local/index.ts";
import { sharedSecret } from "../../supabase/functions/ice/relaySources.ts";
import { createTestClient } from "../../tests/support/client.ts";
import { COTURN_LIMITS, type Coturn, missingCoturn, startCoturn } from "./coturn.ts";
import { ROOT } from "./paths.ts";
import { allocate, type HeldAllocations, holdAllocations, mayReach, type TurnCredential } from "./turnAllocate.ts";

const SECRET = "shared-by-coturn-and-ice";
const [missing] = await missingCoturn();
if (missing !== undefined) process.stdout.write(`not run, ${missing} is missing: coturn.test.ts\n`);

let coturn: Coturn;
let stack: Stack;
let data: string;
const logged: string[] = [];

beforeAll(async () => {
  if (missing !== undefined) return;
  coturn = await startCoturn(SECRET);
  data = await mkdtemp(join(tmpdir(), "parley-ice-"));
  await chmod(data, 0o755);
  stack = await startStack({
    root: ROOT,
    data,
    port: 0,
    siteUrl: "http://127.0.0.1:8787",
    functionsEnv: { TURN_URLS: coturn.urls.join(","), TURN_SHARED_SECRET: SECRET },
    temporary: true,
    log: (line) => logged.push(line),
  });
});

afterAll(async () => {
  if (missing !== undefined) return;
  await Promise.all([stack?.close(), coturn?.close()]);
  await rm(data, { recursive: true, force: true });
});

interface Visitor {
  client: SupabaseClient;
  token: string;
}

async function visitor(): Promise<Visitor> {
  const client = createTestClient(stack);
  const { data, error } = await client.auth.signInAnonymously();
  if (error !== null || data.session === null) throw error ?? new Error("no session");
  return { client, token: data.session.access_token };
}

async function rpc<T>({ client }: Visitor, name: string, args: object, shape: z.ZodMiniType<T>): Promise<T> {
  const { data, error } = await client.rpc(name, args);
  if (error !== null) throw new Error(`${name}: ${error.message}`);
  return shape.parse(data);
}

interface Seat {
  readonly meeting_id: string;
  readonly peer_id: string;
}

/** Admits the visitor to the meeting, but not to the call. */
async function admit(visitor: Visitor, { meeting_id, code }: z.infer<typeof createdMeeting>): Promise<Seat> {
  await rpc(visitor, "knock", { p_code: code, p_display_name: "A", p_speaks: "es", p_reads: "es" }, z.unknown());
  return { meeting_id, peer_id: randomUUID() };
}

const enter = (visitor: Visitor, seat: Seat) =>
  rpc(visitor, "enter_call", { p_meeting_id: seat.meeting_id, p_peer_id: seat.peer_id }, enteredCall);

async function requestIce(token: string, body: Seat | { readonly code: string }, from: Record<string, string> = {}) {
  const headers = {
    authorization: `Bearer ${token}`,
    apikey: stack.publishableKey,
    "content-type": "application/json",
  };
  const response = await fetch(`${stack.url}/functions/v1/ice`, {
    method: "POST",
    headers: { ...headers, ...from },
    body: JSON.stringify(body),
  });
  return z.union([iceResponse, functionError]).parse(await response.json());
}

const rejected = (code: string) => ({ error: { code } });

function credentialOf(response: Awaited<ReturnType<typeof requestIce>>): TurnCredential {
  const servers = "ice_servers" in response ? response.ice_servers : [];
  const relay = servers.find(({ username }) => username !== undefined);
  if (relay?.username === undefined || relay.credential === undefined) throw new Error("no relay");
  return { username: relay.username, credential: relay.credential };
}

interface IssueOptions {
  readonly network?: string;
  readonly secret?: string;
  readonly now?: number;
}

/** Issues a credential of another user each time, from a network or an unknown one. */
async function issue(
  { urls }: Coturn,
  { network, secret = SECRET, now = Date.now() }: IssueOptions = {},
): Promise<TurnCredential> {
  const source = sharedSecret({ urls, secret, stun: [], now: () => now });
  const request = { userId: randomUUID(), network: network ?? null, ttlMs: ICE.credentialTtlMs };
  return credentialOf({ ice_servers: [...(await source.issueServers(request)).servers], expires_in: 1 });
}

const PRIVATE_IPV4 = [
  ...["0.0.0.1", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.20.0.1"],
  ...["192.0.0.8", "192.168.1.1", "198.19.0.1", "240.0.0.1", "255.255.255.255"],
];

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === "::1"),
);

/** Returns the addresses with which a coturn of the documented limits exchanges packets. */
async function reachable(addresses: readonly string[], { ipv6 = false } = {}): Promise<string[]> {
  const limited = await startCoturn(SECRET, { limits: COTURN_LIMITS, ipv6 });
  const reached: string[] = [];
  try {
    const credential = await issue(limited);
    for (const address of addresses) if (await mayReach(limited.port, credential, address)) reached.push(address);
    return reached;
  } finally {
    await limited.close();
  }
}

describe.skipIf(missing !== undefined)("ice and coturn", () => {
  test("issues a working credential on entry without leaking the secret", async () => {
    const ana = await visitor();
    const meeting = await rpc(ana, "create_meeting", { p_meeting_id: randomUUID() }, createdMeeting);
    const seat = await admit(ana, meeting);
    const [response] = await Promise.all([requestIce(ana.token, seat), enter(ana, seat)]);
    expect(response).toMatchObject({ ice_servers: [{ urls: coturn.urls }], expires_in: ICE.credentialTtlMs });
    expect(await allocate(coturn.port, credentialOf(response))).toEqual({ relayed: expect.any(Number) });
    expect(JSON.stringify([response, logged])).not.toContain(SECRET);
    expect(logged.filter((line) => line.startsWith("functions/ice: {"))).toEqual([]);
  });

  test("rejects strangers, other meetings and forged tokens", async () => {
    const [ana, bob, eve] = await Promise.all([visitor(), visitor(), visitor()]);
    const meeting = await rpc(ana, "create_meeting", { p_meeting_id: randomUUID() }, createdMeeting);
    const elsewhere = await rpc(eve, "create_meeting", { p_meeting_id: randomUUID() }, createdMeeting);
    const seat = await admit(ana, meeting);
    await enter(ana, seat);
    const notEntered = rejected("meeting/not-entered");
    expect(await requestIce(eve.token, seat)).toEqual(notEntered);
    expect(await requestIce(bob.token, await admit(bob, meeting))).toHaveProperty("ice_servers");
    expect(await requestIce(bob.token, { ...seat, meeting_id: elsewhere.meeting_id })).toEqual(notEntered);
    expect(await requestIce(bob.token, { ...seat, meeting_id: randomUUID() })).toEqual(notEntered);
    // Each user has a quota of their own, even with another's peer id.
    const [anas, bobs] = [await requestIce(ana.token, seat), await requestIce(bob.token, seat)].map(credentialOf);
    expect(bobs?.username.split(":")[1]).not.toBe(anas?.username.split(":")[1]);

    const [header = "", , signature = ""] = eve.token.split(".");
    const [, payload = ""] = ana.token.split(".");
    expect(await requestIce(`${header}.${payload}.${signature}`, seat)).toEqual(rejected("request/sign-in-needed"));
    expect(await requestIce(stack.publishableKey, seat)).toEqual(rejected("request/sign-in-needed"));
  });

  test("issues two minutes to waiting visitors, within a rate limit", async () => {
    const [ana, bob, eve] = await Promise.all([visitor(), visitor(), visitor()]);
    const { meeting_id, code } = await rpc(ana, "create_meeting", { p_meeting_id: randomUUID() }, createdMeeting);
    await rpc(ana, "update_meeting", { p_meeting_id: meeting_id, p_access: "knock" }, z.unknown());
    const notEntered = rejected("meeting/not-entered");
    const [header = "", , signature = ""] = eve.token.split(".");
    const [, payload = ""] = ana.token.split(".");
    expect(await requestIce(`${header}.${payload}.${signature}`, { code })).toEqual(rejected("request/sign-in-needed"));
    expect(await requestIce(eve.token, { code: "0000-0000-0000" })).toEqual(rejected("meeting/not-found"));
    expect(await requestIce(eve.token, { code })).toEqual(notEntered);
    for (const visitor of [bob, eve])
      await rpc(visitor, "knock", { p_code: code, p_display_name: "A", p_speaks: "es", p_reads: "es" }, knocked);
    const response = await requestIce(bob.token, { code });
    expect(response).toMatchObject({ ice_servers: [{ urls: coturn.urls }], expires_in: ICE.testCredentialTtlMs });
    const credential = credentialOf(response);
    expect(await allocate(coturn.port, credential)).toEqual({ relayed: expect.any(Number) });
    const { data } = await eve.client.auth.getUser();
    await rpc(ana, "deny", { p_meeting_id: meeting_id, p_user_id: data.user?.id }, z.unknown());
    expect(await requestIce(eve.token, { code })).toEqual(notEntered);
    const responses = await Promise.all(
      Array.from({ length: 2 * SERVER_LIMITS.relayTestsPerMinute }, () => requestIce(bob.token, { code })),
    );
    const issued = responses.filter((later) => "ice_servers" in later);
    expect(issued).toHaveLength(SERVER_LIMITS.relayTestsPerMinute - 1);
    expect(responses).toContainEqual(rejected("request/rate-limited"));
    expect(JSON.stringify(logged)).not.toContain(code);
  });

  test("rejects removed participants, and everybody after the meeting", async () => {
    const [ana, bob] = await Promise.all([visitor(), visitor()]);
    const meeting = await rpc(ana, "create_meeting", { p_meeting_id: randomUUID() }, createdMeeting);
    const [seat, removed] = [await admit(ana, meeting), await admit(bob, meeting)];
    await Promise.all([enter(ana, seat), enter(bob, removed)]);
    const { meeting_id } = meeting;
    const { data } = await bob.client.auth.getUser();
    await rpc(ana, "remove_participant", { p_meeting_id: meeting_id, p_user_id: data.user?.id }, z.unknown());
    expect(await requestIce(bob.token, removed)).toEqual(rejected("meeting/not-entered"));
    expect(await requestIce(ana.token, seat)).toHaveProperty("ice_servers");
    await rpc(ana, "end_meeting", { p_meeting_id: meeting_id }, z.unknown());
    expect(await requestIce(ana.token, seat)).toEqual(rejected("meeting/not-entered"));
  });

  test("reaches no private network with the documented limits", async () => {
    const operating = await readFile(join(ROOT, "docs/operating.md"), "utf8");
    for (const line of COTURN_LIMITS) expect(operating).toContain(`\n  ${line}\n`);
    expect(await reachable([...PRIVATE_IPV4, "203.0.113.5"])).toEqual(["203.0.113.5"]);
  });

  // Some containers have no IPv6.
  test.skipIf(!hasIpv6)("reaches no private network through IPv6", async () => {
    const mapped = PRIVATE_IPV4.map((address) => `::ffff:${address}`);
    const translated = ["64:ff9b::10.1.2.3", "64:ff9b:1::7f00:1", "2002:7f00:1::1"];
    const local = ["::", "::1", "fd12:3456::1", "fe80::1", "fec0::1"];
    const reached = await reachable([...mapped, ...translated, ...local, "2001:db8::5", "203.0.113.5"], { ipv6: true });
    expect(reached).toEqual(["2001:db8::5", "203.0.113.5"]);
  });

  test("guests of an address share a fifth of the relays", async () => {
    const quota = (name: string) =>
      Number(COTURN_LIMITS.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1));
    expect(5 * quota("user-quota")).toBe(quota("total-quota"));
    const limited = await startCoturn(SECRET, { limits: COTURN_LIMITS });
    const held: HeldAllocations[] = [];
    try {
      const half = quota("user-quota") / 2;
      for (const max of [half, half, 1])
        held.push(await holdAllocations(limited.port, await issue(limited, { network: "192.0.2.7" }), max));
      expect(held.map(({ count, rejected }) => [count, rejected])).toEqual([
        [half, undefined],
        [half, undefined],
        [0, 486],
      ]);
      // They requested an hour, and an allocation outlives its credential.
      expect(held[0]?.lifetimeSeconds).toBe(600);
      const stranger = await issue(limited, { network: "192.0.2.8" });
      expect(await allocate(limited.port, stranger)).toEqual({ relayed: expect.any(Number) });
    } finally {
      for (const { close } of held) close();
      await limited.close();
    }
  });

  test("names two guests of an address the same", async () => {
    const [ana, bob] = await Promise.all([visitor(), visitor()]);
    const meeting = await rpc(ana, "create_meeting", { p_meeting_id: randomUUID() }, createdMeeting);
    const [anas, bobs] = [await admit(ana, meeting), await admit(bob, meeting)];
    await Promise.all([enter(ana, anas), enter(bob, bobs)]);
    const nameFrom = async ({ token }: Visitor, seat: Seat, address: string) =>
      credentialOf(await requestIce(token, seat, { "cf-connecting-ip": address })).username.split(":")[1];
    const name = await nameFrom(ana, anas, "192.0.2.7");
    expect(await nameFrom(bob, bobs, "192.0.2.7")).toBe(name);
    expect(await nameFrom(bob, bobs, "192.0.2.8")).not.toBe(name);
  });

  test("names a person the same in every tab", async () => {
    const ana = await visitor();
    const meeting = await rpc(ana, "create_meeting", { p_meeting_id: randomUUID() }, createdMeeting);
    const seat = await admit(ana, meeting);
    await enter(ana, seat);
    const names = await Promise.all(
      [seat, { ...seat, peer_id: randomUUID() }].map(async (body) => credentialOf(await requestIce(ana.token, body))),
    );
    expect(new Set(names.map(({ username }) => username.split(":")[1])).size).toBe(1);
  });

  test("coturn rejects foreign, expired and extended credentials", async () => {
    const expired = await issue(coturn, { now: Date.now() - 2 * 3_600_000 });
    const extended = `${Math.floor(Date.now() / 1_000) + 9_999}:${expired.username.split(":")[1]}`;
    const foreign = await issue(coturn, { secret: "another-secret-of-that-length" });
    expect(await allocate(coturn.port, foreign)).toEqual({ rejected: 401 });
    expect(await allocate(coturn.port, expired)).toEqual({ rejected: 401 });
    expect(await allocate(coturn.port, { ...expired, username: extended })).toEqual({ rejected: 401 });
    expect(await allocate(coturn.port, await issue(coturn))).toHaveProperty("relayed");
  });
});
