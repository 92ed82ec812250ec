/** Edge function `ice` over the real database, and what it gives out shown to the real coturn. */
import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { ICE, iceResponse } from "#contracts/ice.ts";
import { LIMITS } from "#contracts/limits.ts";
import { createdMeeting, enteredCall, knocked } from "#contracts/meetings.ts";
import { functionError } from "#contracts/translate.ts";
import { type Stack, startStack } from "../../local/index.ts";
import { sharedSecret } from "../../supabase/functions/ice/relaySources.ts";
import { type Coturn, missingCoturn, startCoturn } from "./coturn.ts";
import { ROOT } from "./paths.ts";
import { allocate, type TurnCredential } from "./turnAllocate.ts";

const SECRET = "shared-by-coturn-and-ice";
const [missing] = await missingCoturn();
if (missing !== undefined) process.stdout.write(`not run for want of ${missing}: coturn.test.ts\n`);

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
  const client = createClient(stack.url, stack.publishableKey, { auth: { persistSession: false } });
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

/** By the door, but not into the call. */
async function comeIn(who: Visitor, { meeting_id, code }: z.infer<typeof createdMeeting>): Promise<Seat> {
  await rpc(who, "knock", { p_code: code, p_display_name: "A", p_speaks: "es", p_reads: "es" }, z.unknown());
  return { meeting_id, peer_id: randomUUID() };
}

const enter = (who: Visitor, seat: Seat) =>
  rpc(who, "enter_call", { p_meeting_id: seat.meeting_id, p_peer_id: seat.peer_id }, enteredCall);

async function ask(token: string, seat: Seat | { readonly code: string }) {
  const response = await fetch(`${stack.url}/functions/v1/ice`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, apikey: stack.publishableKey, "content-type": "application/json" },
    body: JSON.stringify(seat),
  });
  return z.union([iceResponse, functionError]).parse(await response.json());
}

const refused = (code: string) => ({ error: { code } });

function credentialOf(answer: Awaited<ReturnType<typeof ask>>): TurnCredential {
  const relay = "ice_servers" in answer ? answer.ice_servers.find(({ username }) => username !== undefined) : undefined;
  if (relay?.username === undefined || relay.credential === undefined) throw new Error("no relay");
  return { username: relay.username, credential: relay.credential };
}

describe.skipIf(missing !== undefined)("ice and coturn", () => {
  test("who is on the way into the call gets a credential that coturn takes; nothing of the secret is answered or logged", async () => {
    const ana = await visitor();
    const meeting = await rpc(ana, "create_meeting", { p_meeting_id: randomUUID() }, createdMeeting);
    const seat = await comeIn(ana, meeting);
    const [answer] = await Promise.all([ask(ana.token, seat), enter(ana, seat)]);
    expect(answer).toMatchObject({ ice_servers: [{ urls: coturn.urls }], expires_in: 3_600_000 });
    expect(await allocate(coturn.port, credentialOf(answer))).toEqual({ relayed: expect.any(Number) });
    expect(JSON.stringify([answer, logged])).not.toContain(SECRET);
    expect(logged.filter((line) => line.startsWith("functions/ice: {"))).toEqual([]);
  });

  test("a stranger, another meeting, and a forged token get nothing; by another's peer one uses up nothing of theirs", async () => {
    const [ana, bob, eve] = await Promise.all([visitor(), visitor(), visitor()]);
    const meeting = await rpc(ana, "create_meeting", { p_meeting_id: randomUUID() }, createdMeeting);
    const elsewhere = await rpc(eve, "create_meeting", { p_meeting_id: randomUUID() }, createdMeeting);
    const seat = await comeIn(ana, meeting);
    await enter(ana, seat);
    const notIn = refused("meeting/not-entered");
    expect(await ask(eve.token, seat)).toEqual(notIn);
    expect(await ask(bob.token, await comeIn(bob, meeting))).toHaveProperty("ice_servers");
    expect(await ask(bob.token, { ...seat, meeting_id: elsewhere.meeting_id })).toEqual(notIn);
    expect(await ask(bob.token, { ...seat, meeting_id: randomUUID() })).toEqual(notIn);
    const [mine, theirs] = [await ask(ana.token, seat), await ask(bob.token, seat)].map(credentialOf);
    expect(theirs?.username.split(":")[1]).not.toBe(mine?.username.split(":")[1]);

    const [header = "", , signature = ""] = eve.token.split(".");
    const [, payload = ""] = ana.token.split(".");
    expect(await ask(`${header}.${payload}.${signature}`, seat)).toEqual(refused("request/sign-in-needed"));
    expect(await ask(stack.publishableKey, seat)).toEqual(refused("request/sign-in-needed"));
  });

  test("at the door a stranger, a forged token, who is denied and who asks again and again get nothing; who waits gets two minutes", async () => {
    const [ana, bob, eve] = await Promise.all([visitor(), visitor(), visitor()]);
    const { meeting_id, code } = await rpc(ana, "create_meeting", { p_meeting_id: randomUUID() }, createdMeeting);
    await rpc(ana, "update_meeting", { p_meeting_id: meeting_id, p_access: "knock" }, z.unknown());
    const notIn = refused("meeting/not-entered");
    const [header = "", , signature = ""] = eve.token.split(".");
    const [, payload = ""] = ana.token.split(".");
    expect(await ask(`${header}.${payload}.${signature}`, { code })).toEqual(refused("request/sign-in-needed"));
    expect(await ask(eve.token, { code: "0000-0000-0000" })).toEqual(refused("meeting/not-found"));
    expect(await ask(eve.token, { code })).toEqual(notIn);
    for (const who of [bob, eve])
      await rpc(who, "knock", { p_code: code, p_display_name: "A", p_speaks: "es", p_reads: "es" }, knocked);
    const answer = await ask(bob.token, { code });
    expect(answer).toMatchObject({ ice_servers: [{ urls: coturn.urls }], expires_in: ICE.testCredentialTtlMs });
    const credential = credentialOf(answer);
    expect(await allocate(coturn.port, credential)).toEqual({ relayed: expect.any(Number) });
    const { data } = await eve.client.auth.getUser();
    await rpc(ana, "deny", { p_meeting_id: meeting_id, p_user_id: data.user?.id }, z.unknown());
    expect(await ask(eve.token, { code })).toEqual(notIn);
    const answers = await Promise.all(
      Array.from({ length: 2 * LIMITS.relayTriesPerMinute }, () => ask(bob.token, { code })),
    );
    const given = answers.filter((one) => "ice_servers" in one);
    expect(given).toHaveLength(LIMITS.relayTriesPerMinute - 1);
    expect(answers).toContainEqual(refused("request/rate-limited"));
    expect(JSON.stringify(logged)).not.toContain(code);
  });

  test("who was removed, and whose meeting has ended, get nothing more", async () => {
    const [ana, bob] = await Promise.all([visitor(), visitor()]);
    const meeting = await rpc(ana, "create_meeting", { p_meeting_id: randomUUID() }, createdMeeting);
    const [seat, removed] = [await comeIn(ana, meeting), await comeIn(bob, meeting)];
    await Promise.all([enter(ana, seat), enter(bob, removed)]);
    const { meeting_id } = meeting;
    const { data } = await bob.client.auth.getUser();
    await rpc(ana, "remove_participant", { p_meeting_id: meeting_id, p_user_id: data.user?.id }, z.unknown());
    expect(await ask(bob.token, removed)).toEqual(refused("meeting/not-entered"));
    expect(await ask(ana.token, seat)).toHaveProperty("ice_servers");
    await rpc(ana, "end_meeting", { p_meeting_id: meeting_id }, z.unknown());
    expect(await ask(ana.token, seat)).toEqual(refused("meeting/not-entered"));
  });

  test("coturn refuses a credential of another secret, one that has ended, one whose end was put off", async () => {
    const made = async (secret: string, now: number): Promise<TurnCredential> => {
      const source = sharedSecret({ urls: coturn.urls, secret, stun: [], now: () => now });
      const found = await source.issueServers({ name: randomUUID(), ttlMs: ICE.credentialTtlMs });
      return credentialOf({ ice_servers: [...found.servers], expires_in: 1 });
    };
    const ended = await made(SECRET, Date.now() - 2 * 3_600_000);
    const later = `${Math.floor(Date.now() / 1_000) + 9_999}:${ended.username.split(":")[1]}`;
    expect(await allocate(coturn.port, await made("another-secret-of-that-length", Date.now()))).toEqual({
      refused: 401,
    });
    expect(await allocate(coturn.port, ended)).toEqual({ refused: 401 });
    expect(await allocate(coturn.port, { ...ended, username: later })).toEqual({ refused: 401 });
    expect(await allocate(coturn.port, await made(SECRET, Date.now()))).toHaveProperty("relayed");
  });
});
