/**
 * Private topics with the unmodified client, attacks first, against the target of `target.ts`. Sources:
 * `realtime_channel.ex`, `broadcast_handler.ex` and `presence_handler.ex` of supabase/realtime, and
 * https://supabase.com/docs/guides/realtime/authorization. The error messages are the real server's.
 */
import type { RealtimeChannelOptions } from "@supabase/realtime-js";
import type { SupabaseClient } from "@supabase/supabase-js";
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { collectBroadcasts, joined, queue, sendWithoutAck, subscribe } from "./realtime.support.ts";
import { embeddedOnly, type Guest, targetForFile } from "./target.ts";

const target = targetForFile({
  sql: `
    create table public.contract_seats (
      topic text, user_id uuid, reads boolean default true, writes boolean default false, primary key (topic, user_id)
    );
    alter table public.contract_seats enable row level security;
    create function public.contract_seat() returns setof public.contract_seats
    language sql stable security definer set search_path = '' as $$
      select * from public.contract_seats where topic = (select realtime.topic()) and user_id = (select auth.uid())
    $$;
    create policy contract_read on realtime.messages for select to authenticated
      using (exists (select from public.contract_seat() where reads));
    create policy contract_write on realtime.messages for insert to authenticated
      with check (exists (select from public.contract_seat() where writes));`,
  cleanup: `
    drop policy if exists contract_read on realtime.messages;
    drop policy if exists contract_write on realtime.messages;
    drop function if exists public.contract_seat();
    drop table if exists public.contract_seats;`,
});

const seat = (topic: string, { id }: Guest, rights: { reads?: boolean; writes?: boolean }) =>
  target().owner`
    insert into public.contract_seats ${target().owner({ topic, user_id: id, reads: true, writes: false, ...rights })}
    on conflict (topic, user_id) do update set reads = excluded.reads, writes = excluded.writes`;

/** Returns a guest whose socket has their token. */
async function person(): Promise<Guest> {
  const guest = await target().guest();
  await guest.client.realtime.setAuth(guest.accessToken);
  return guest;
}

const open = (client: SupabaseClient, topic: string, config: RealtimeChannelOptions["config"] = {}) =>
  client.channel(topic, { config: { private: true, broadcast: { ack: true }, ...config } });

/** Returns a guest's claims, signed by a foreign key under the project's key id. */
async function forged({ accessToken }: Guest): Promise<string> {
  const { privateKey } = await generateKeyPair("ES256");
  const { kid, typ } = decodeProtectedHeader(accessToken);
  return await new SignJWT(decodeJwt(accessToken))
    .setProtectedHeader({ alg: "ES256", ...(kid ? { kid } : {}), ...(typ ? { typ } : {}) })
    .sign(privateKey);
}

/** Returns a token of the project with another expiry, in seconds from now. */
async function tokenExpiringIn({ accessToken }: Guest, seconds: number): Promise<string> {
  return await target().embedded.sign({ ...decodeJwt(accessToken), exp: Math.floor(Date.now() / 1000) + seconds });
}

const unreadable = (topic: string) => `You do not have permissions to read from this Channel topic: ${topic}`;

describe("the topic of another user", () => {
  it("rejects joins like a topic that does not exist", async () => {
    const [owner, stranger] = [await person(), await person()];
    await seat("contract:own", owner, {});
    for (const client of [stranger.client, target().client()]) {
      for (const topic of ["contract:own", "contract:nobody"]) {
        const { status, reason } = await subscribe(open(client, topic)).next();
        expect(status).toBe("CHANNEL_ERROR");
        expect(reason).toBe(`Unauthorized: ${unreadable(topic)}`);
      }
    }
  });

  it("does not leak to a public join of its name", async () => {
    const [owner, stranger] = [await person(), await person()];
    await seat("contract:twin", owner, { writes: true });
    const twin = stranger.client.channel("contract:twin");
    const leaked = collectBroadcasts(twin, "*");
    await joined(twin);
    const own = await joined(open(owner.client, "contract:twin", { broadcast: { ack: true, self: true } }));
    expect(await own.send({ type: "broadcast", event: "said", payload: { secret: true } })).toBe("ok");
    // A leaked message would have arrived before this one.
    const passer = (await person()).client.channel("contract:twin", { config: { broadcast: { ack: true } } });
    await joined(passer);
    expect(await passer.send({ type: "broadcast", event: "open", payload: {} })).toBe("ok");
    await leaked.next();
    expect(leaked.rest()).toEqual([]);
  });

  it("drops a broadcast of a reader without a reply", async () => {
    const [owner, reader] = [await person(), await person()];
    await seat("contract:read", owner, { writes: true });
    await seat("contract:read", reader, {});
    const listener = open(owner.client, "contract:read");
    const broadcasts = collectBroadcasts(listener, "said");
    await joined(listener);
    const intruder = await joined(open(reader.client, "contract:read"));
    expect(await sendWithoutAck(intruder, "said", { forged: true })).toBe("timed out");
    const real = await joined(open((await sameUser(owner)).client, "contract:read"));
    expect(await real.send({ type: "broadcast", event: "said", payload: { real: true } })).toBe("ok");
    expect((await broadcasts.next()).payload).toEqual({ real: true });
    expect(broadcasts.rest()).toEqual([]);
  });

  it("checks write permission at the first write", async () => {
    const [owner, writer] = [await person(), await person()];
    await seat("contract:late", owner, {});
    await seat("contract:late", writer, {});
    const channel = await joined(open(writer.client, "contract:late"));
    await seat("contract:late", writer, { writes: true });
    expect(await channel.send({ type: "broadcast", event: "said", payload: {} })).toBe("ok");
  });
});

/** Returns the same user in another tab. */
async function sameUser({ id, accessToken, refreshToken }: Guest): Promise<Guest> {
  const client = target().client();
  await client.realtime.setAuth(accessToken);
  return { client, id, accessToken, refreshToken };
}

describe("tokens", () => {
  it("that are forged cannot join even a public topic", async () => {
    const owner = await person();
    await seat("contract:forged", owner, {});
    for (const isPrivate of [true, false]) {
      const attacker = target().client();
      await attacker.realtime.setAuth(await forged(owner));
      const channel = open(attacker, "contract:forged", { private: isPrivate });
      const { status, reason } = await subscribe(channel).next();
      expect(status).toBe("CHANNEL_ERROR");
      expect(reason).toBe("JwtSignatureError: Failed to validate JWT signature");
    }
  });

  it("that are forged close the topic on renewal", async () => {
    const owner = await person();
    await seat("contract:renewed-forged", owner, {});
    const statuses = subscribe(open(owner.client, "contract:renewed-forged"));
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    await owner.client.realtime.setAuth(await forged(owner));
    expect((await statuses.next()).status).toBe("CLOSED");
  });

  it("from another user close the topic without read permission", async () => {
    const [owner, stranger] = [await person(), await person()];
    await seat("contract:other", owner, { writes: true });
    const channel = open(owner.client, "contract:other");
    const systemMessage = new Promise((resolve) => channel.on("system", {}, resolve));
    const statuses = subscribe(channel);
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    await owner.client.realtime.setAuth(stranger.accessToken);
    expect(await systemMessage).toMatchObject({ status: "error", message: unreadable("contract:other") });
    expect((await statuses.next()).status).toBe("CLOSED");
  });

  it("from another user also replace the write permission", async () => {
    const [owner, reader] = [await person(), await person()];
    await seat("contract:lesser", owner, { writes: true });
    await seat("contract:lesser", reader, {});
    const channel = await joined(open(owner.client, "contract:lesser"));
    expect(await channel.send({ type: "broadcast", event: "said", payload: {} })).toBe("ok");
    await owner.client.realtime.setAuth(reader.accessToken);
    expect(await sendWithoutAck(channel, "said", {})).toBe("timed out");
  });

  it("that are expired cannot join", async (context) => {
    embeddedOnly(context, "needs the project's signing key");
    const owner = await person();
    await seat("contract:expired", owner, {});
    const late = target().client();
    await late.realtime.setAuth(await tokenExpiringIn(owner, -60));
    const { status, reason } = await subscribe(open(late, "contract:expired")).next();
    expect(status).toBe("CHANNEL_ERROR");
    expect(reason).toMatch(/^InvalidJWTToken: Token has expired \d+ seconds ago$/u);
  });

  it("close their topic on expiry unless renewed in time", async (context) => {
    embeddedOnly(context, "needs the project's signing key");
    const [forgetful, careful] = [await target().guest(), await target().guest()];
    for (const guest of [forgetful, careful]) {
      await seat("contract:ending", guest, {});
      await guest.client.realtime.setAuth(await tokenExpiringIn(guest, 3));
    }
    const renewed = subscribe(open(careful.client, "contract:ending"));
    expect((await renewed.next()).status).toBe("SUBSCRIBED");
    await careful.client.realtime.setAuth(await tokenExpiringIn(careful, 600));
    const channel = open(forgetful.client, "contract:ending");
    const systemMessage = new Promise((resolve) => channel.on("system", {}, resolve));
    const statuses = subscribe(channel);
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    expect(await systemMessage).toMatchObject({
      status: "error",
      message: expect.stringMatching(/^Token has expired/u),
    });
    expect((await statuses.next()).status).toBe("CLOSED");
    expect(renewed.rest()).toEqual([]);
  });
});

describe("a limit", () => {
  it("rejects a too large payload and keeps the topic", async () => {
    const owner = await person();
    await seat("contract:large", owner, { writes: true });
    const channel = await joined(open(owner.client, "contract:large"));
    const send = (size: number) =>
      channel.send({ type: "broadcast", event: "large", payload: { text: "x".repeat(size) } });
    expect(await send(3_100_000)).toBe("error");
    expect(await send(10)).toBe("ok");
  });

  it("rejects the 101st topic of a connection", async () => {
    const { client } = await person();
    for (let n = 0; n < 100; n += 1) await joined(client.channel(`contract:many-${n}`));
    const { status, reason } = await subscribe(client.channel("contract:many-100")).next();
    expect(status).toBe("CHANNEL_ERROR");
    expect(reason).toBe("ChannelRateLimitReached: Too many channels");
    expect(client.channel("contract:many-99").state).toBe("joined");
    await client.removeAllChannels();
  });
});

describe("presence", () => {
  const withPresence = (key: string) => ({ presence: { key, enabled: true } });

  it("accepts the key of another user, so it proves nothing", async () => {
    const [ana, mallory] = [await person(), await person()];
    await seat("contract:here", ana, { writes: true });
    await seat("contract:here", mallory, { writes: true });
    const own = open(ana.client, "contract:here", withPresence("ana"));
    const joins = queue<string>();
    own.on("presence", { event: "join" }, ({ key, newPresences }) => joins.push(`${key} ${newPresences.length}`));
    await joined(own);
    expect(await own.track({ at: "home" })).toBe("ok");
    await joins.next();
    const double = await joined(open(mallory.client, "contract:here", withPresence("ana")));
    expect(await double.track({ at: "elsewhere" })).toBe("ok");
    await joins.next();
    expect(own.presenceState()).toMatchObject({ ana: [{ at: "home" }, { at: "elsewhere" }] });
    // Leaving removes only the own entry.
    await mallory.client.removeChannel(double);
    await expect.poll(() => own.presenceState()).toMatchObject({ ana: [{ at: "home" }] });
  });

  it("cannot be tracked with read permission only", async () => {
    const reader = await person();
    await seat("contract:hidden", reader, {});
    const channel = await joined(open(reader.client, "contract:hidden", withPresence("r")));
    expect(await channel.track({ at: "x" })).toBe("error");
  });
});
