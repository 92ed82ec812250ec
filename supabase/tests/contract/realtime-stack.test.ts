/** Realtime in the whole stack: real tokens, Parley's own policies and triggers. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createdMeeting, type EnteredCall, enteredCall } from "#contracts/meetings.ts";
import { meetingEvents, moderatorEvents, receivedSignal, SIGNAL_EVENT, topics } from "#contracts/realtime.ts";
import { type Stack, startStack } from "../../../local/index.ts";
import { createTestClient } from "../../../tests/support/client.ts";
import { collectBroadcasts, joined, sendWithoutAck, subscribe } from "./realtime.support.ts";

const root = join(import.meta.dirname, "../../..");
const isPrivate = { config: { private: true } };
let data: string;
let stack: Stack;
const clients: SupabaseClient[] = [];
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), "realtime-stack-"));
  stack = await startStack({ root, data, port: 0, siteUrl: "http://127.0.0.1:8787", temporary: true });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.removeAllChannels()));
  await stack?.close();
  await rm(data, { recursive: true, force: true });
});

async function person(): Promise<SupabaseClient> {
  const client = createTestClient(stack);
  clients.push(client);
  const { data, error } = await client.auth.signInAnonymously();
  if (error) throw error;
  await client.realtime.setAuth(data.session?.access_token ?? null);
  return client;
}

async function rpc(client: SupabaseClient, name: string, parameters: object): Promise<unknown> {
  const { data, error } = await client.rpc(name, parameters);
  if (error) throw new Error(`${name}: ${error.message}`);
  return data;
}

async function enter(client: SupabaseClient, meeting: { meeting_id: string; code: string }): Promise<EnteredCall> {
  await rpc(client, "knock", { p_code: meeting.code, p_display_name: "Ana", p_speaks: "es", p_reads: "en" });
  const parameters = { p_meeting_id: meeting.meeting_id, p_peer_id: randomUUID() };
  return enteredCall.parse(await rpc(client, "enter_call", parameters));
}

describe("the stack", () => {
  it("delivers meeting events and signals to participants only", async () => {
    const [host, guest, stranger] = [await person(), await person(), await person()];
    const meeting = createdMeeting.parse(
      await rpc(host, "create_meeting", { p_meeting_id: randomUUID(), p_title: null }),
    );
    const [a, b] = [await enter(host, meeting), await enter(guest, meeting)];
    const meetingTopic = topics.meeting(meeting.meeting_id, b.meeting.epoch, b.call.id);
    const signalTopic = topics.signals(b.call.id, b.me.peer_id);

    for (const topic of [meetingTopic, signalTopic]) {
      const { status, reason } = await subscribe(stranger.channel(topic, isPrivate)).next();
      expect(status).toBe("CHANNEL_ERROR");
      expect(reason).toContain("Unauthorized");
    }

    const channel = guest.channel(meetingTopic, isPrivate);
    const posted = collectBroadcasts(channel, "line_posted");
    await joined(channel);
    const id = randomUUID();
    await rpc(host, "post_line", { p_line_id: id, p_call_id: a.call.id, p_language: "es", p_text: "Hola" });
    const event = meetingEvents.line_posted.parse((await posted.next()).payload);
    expect(event.line).toMatchObject({ id, text: "Hola", language: "es" });

    const ack = { config: { private: true, broadcast: { ack: true } } };
    const receiver = guest.channel(signalTopic, ack);
    const signalled = collectBroadcasts(receiver, SIGNAL_EVENT);
    await joined(receiver);
    const signal = { type: "ready", reply: false, missed: false };
    const way = { p_call_id: a.call.id, p_from: a.me.peer_id, p_to: b.me.peer_id };
    expect(await rpc(host, "send_signal", { ...way, p_signal: signal })).toBe(true);
    expect(receivedSignal.parse((await signalled.next()).payload)).toMatchObject({ from: a.me.peer_id, signal });
    // Only the database broadcasts.
    const { status } = await subscribe(host.channel(signalTopic, ack)).next();
    expect(status).toBe("CHANNEL_ERROR");
    expect(await sendWithoutAck(receiver, SIGNAL_EVENT, { from: a.me.peer_id, signal })).toBe("timed out");
    const forger = await joined(host.channel(meetingTopic, ack));
    expect(await sendWithoutAck(forger, "line_posted", {})).toBe("timed out");
  });

  it("sends a former co-host no data about the waiting room", async () => {
    const [host, ana, eve] = [await person(), await person(), await person()];
    const meeting = createdMeeting.parse(
      await rpc(host, "create_meeting", { p_meeting_id: randomUUID(), p_access: "knock" }),
    );
    await enter(host, meeting);
    const about = { p_meeting_id: meeting.meeting_id };
    const profile = { p_code: meeting.code, p_display_name: "Ana", p_speaks: "es", p_reads: "en" };
    const idOf = async (client: SupabaseClient) => (await client.auth.getUser()).data.user?.id ?? "";
    const anas = { ...about, p_user_id: await idOf(ana) };
    await rpc(ana, "knock", profile);
    await rpc(host, "admit", anas);
    await rpc(host, "set_role", { ...anas, p_role: "co-host" });
    const channel = ana.channel(topics.moderators(meeting.meeting_id), isPrivate);
    const broadcasts = collectBroadcasts(channel, "*");
    await joined(channel);

    // A subscription stays open for a while after its permission is revoked.
    await rpc(host, "set_role", { ...anas, p_role: "guest" });
    await rpc(eve, "knock", { ...profile, p_display_name: "Eve" });
    await rpc(host, "remove_participant", anas);
    await rpc(host, "deny", { ...about, p_user_id: await idOf(eve) });
    for (const message of [await broadcasts.next(), await broadcasts.next()]) {
      expect(moderatorEvents.waiting_participants_changed.parse(message.payload)).toEqual({});
      expect(JSON.stringify(message)).not.toMatch(new RegExp(`Eve|${await idOf(eve)}`, "u"));
    }
    await expect(rpc(ana, "waiting_participants", about)).rejects.toThrow("meeting/removed");
  });

  // The last one, because the mean of a minute stays above the limit.
  it("returns signals that Realtime drops above its limit", async () => {
    const [host, guest] = [await person(), await person()];
    const meeting = createdMeeting.parse(await rpc(host, "create_meeting", { p_meeting_id: randomUUID() }));
    const [a, b] = [await enter(host, meeting), await enter(guest, meeting)];
    const receiver = guest.channel(topics.signals(b.call.id, b.me.peer_id), isPrivate);
    const broadcasts: unknown[] = [];
    receiver.on("broadcast", { event: SIGNAL_EVENT }, (message) => broadcasts.push(message));
    await joined(receiver);
    // A stranger, with nothing but the publishable key.
    const message = { topic: "x", event: "x", payload: {}, private: false };
    const flood = async (messages: object[]) => {
      const headers = { apikey: stack.publishableKey, "content-type": "application/json" };
      const body = JSON.stringify({ messages });
      return (await fetch(`${stack.url}/realtime/v1/api/broadcast`, { method: "POST", headers, body })).status;
    };
    await Promise.all(Array.from({ length: 60 }, () => flood(Array.from({ length: 99 }, () => message))));
    await expect.poll(() => flood([message]), { timeout: 20_000, interval: 250 }).toBe(429);
    const signal = { type: "ready", reply: false, missed: true };
    const way = { p_call_id: a.call.id, p_from: a.me.peer_id, p_to: b.me.peer_id };
    expect(await rpc(host, "send_signal", { ...way, p_signal: signal })).toBe(true);
    const own = { p_call_id: b.call.id, p_peer_id: b.me.peer_id };
    expect(await rpc(guest, "missed_signals", own)).toEqual([
      { id: expect.any(String) as string, from: a.me.peer_id, signal },
    ]);
    expect(broadcasts).toEqual([]);
  });
});
