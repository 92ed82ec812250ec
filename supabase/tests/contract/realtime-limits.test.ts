/**
 * What a plan allows, and what happens beyond it. The numbers: https://supabase.com/docs/guides/realtime/limits; the
 * words and consequences: `realtime_channel.ex`, `presence_handler.ex`, `batch_broadcast.ex` of supabase/realtime.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { LIMITS, PLANS } from "../../../local/realtime/limits.ts";
import {
  collectBroadcasts,
  joined,
  PUBLISHABLE_KEY,
  queue,
  type RealtimeProject,
  startProject,
  subscribe,
} from "./realtime.support.ts";

let project: RealtimeProject;
beforeAll(async () => {
  project = await startProject();
});
afterAll(() => project.close());

const isPrivate = { config: { private: true } };
const PER_TICK = LIMITS.rateTickMs / 1000;

/** A bare socket of protocol 2.0.0. */
async function open() {
  const socket = new WebSocket(`${project.socketUrl}?apikey=${PUBLISHABLE_KEY}&vsn=2.0.0`);
  const frames = queue<unknown>();
  socket.on("message", (data) => frames.push(JSON.parse(String(data))));
  const ended = new Promise<number>((resolve) => socket.once("close", resolve));
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  const ask = (frame: unknown) => {
    socket.send(JSON.stringify(frame));
    return frames.next();
  };
  const join = (topic: string, presence = false) =>
    ask(["1", "1", `realtime:${topic}`, "phx_join", { config: { presence: { enabled: presence } } }]);
  return { socket, frames, ended, ask, join };
}

const refusal = (topic: string, reason: string) => [
  "1",
  "1",
  `realtime:${topic}`,
  "phx_reply",
  { status: "error", response: { reason } },
];
const joinedFrame = (topic: string) => ["1", "1", `realtime:${topic}`, "phx_reply", { status: "ok" }];

/** Sends, as somebody with nothing but the public key, as many messages as exceed the limit by the next judgement. */
async function floodMessages(): Promise<void> {
  const { socket, join, ask } = await open();
  await join("flood");
  for (let n = 0; n < PLANS.free.messagesPerSecond * PER_TICK * 3; n += 1) {
    socket.send(JSON.stringify(["1", null, "realtime:flood", "broadcast", { event: "x" }]));
  }
  await ask([null, "9", "phoenix", "heartbeat", {}]);
  await ask(["1", "8", "realtime:flood", "phx_leave", {}]);
  project.judgeRates();
}

describe("free", () => {
  beforeEach(() => project.restart("free"));

  it("a flood of messages ends every channel that hears one, in the real server's words", async () => {
    const listener = project.person();
    await project.seat("room", listener, { hears: true, speaks: true });
    const channel = (await project.client(await listener.token())).channel("room", isPrivate);
    const heard = collectBroadcasts(channel, "said");
    const said = new Promise((resolve) => channel.on("system", {}, resolve));
    const statuses = subscribe(channel);
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    const speaker = await joined((await project.client(await listener.token())).channel("room", isPrivate));

    await floodMessages();
    await speaker.send({ type: "broadcast", event: "said", payload: { n: 1 } });
    expect((await heard.next()).payload).toEqual({ n: 1 });
    expect(await said).toMatchObject({ extension: "system", status: "error", message: "Too many messages per second" });
    expect((await statuses.next()).status).toBe("CLOSED");
    expect(project.lines.join("\n")).toContain("more than 100 messages per second");
  });

  it("what is delivered counts as much as what is sent", async () => {
    const sockets = await Promise.all(Array.from({ length: 10 }, open));
    for (const { join } of sockets) await join("room");
    const [speaker] = sockets;
    // One sent and nine delivered: ten for each.
    for (let n = 0; n < (PLANS.free.messagesPerSecond * PER_TICK * 2) / 10; n += 1) {
      speaker?.socket.send(JSON.stringify(["1", null, "realtime:room", "broadcast", { event: "x" }]));
    }
    await speaker?.ask([null, "9", "phoenix", "heartbeat", {}]);
    await speaker?.ask(["1", "8", "realtime:room", "phx_leave", {}]);
    project.judgeRates();
    expect(project.lines.join("\n")).toContain("more than 100 messages per second");
  });

  it("during a flood the database's messages and those by HTTP are dropped; rows stay, and later ones arrive", async () => {
    const listener = project.person();
    await project.seat("dropped", listener, { hears: true, speaks: true });
    const token = await listener.token();
    const channel = (await project.client(token)).channel("dropped", isPrivate);
    const heard = collectBroadcasts(channel, "said");
    await joined(channel);
    await floodMessages();

    await project.owner`select realtime.send('{"n":1}', 'said', 'dropped')`;
    const post = (count: number) =>
      fetch(`${project.http}/api/broadcast`, {
        method: "POST",
        headers: { apikey: token, "content-type": "application/json" },
        body: JSON.stringify({ messages: Array(count).fill({ topic: "x", event: "y", payload: {} }) }),
      });
    const refused = await post(1);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({ message: "You have exceeded your rate limit" });
    for (let tick = 0; tick < LIMITS.rateTicks; tick += 1) project.judgeRates();
    const tooMany = await post(101);
    expect(tooMany.status).toBe(429);
    expect(await tooMany.json()).toEqual({
      message: "Too many messages to broadcast, please reduce the batch size",
    });
    await project.owner`select realtime.send('{"n":2}', 'said', 'dropped')`;
    expect((await heard.next()).payload).toMatchObject({ n: 2 });
    expect(await project.admin`select from realtime.messages where topic = 'dropped' and event = 'said'`).toHaveLength(
      2,
    );
  });

  it("a flood of joins ends the socket of whoever joins next, and passes", async () => {
    const { socket, join, ask } = await open();
    for (let n = 0; n < PLANS.free.joinsPerSecond * PER_TICK * 2; n += 1) {
      socket.send(JSON.stringify(["1", null, "realtime:flood", "phx_join", {}]));
      socket.send(JSON.stringify(["1", null, "realtime:flood", "phx_leave", {}]));
    }
    await ask([null, "9", "phoenix", "heartbeat", {}]);
    project.judgeRates();

    const other = await open();
    expect(await other.join("room")).toEqual(refusal("room", "ClientJoinRateLimitReached: Too many joins per second"));
    await other.ended;
    project.judgeRates();
    const third = await open();
    expect(await third.join("room")).toMatchObject(joinedFrame("room"));
    expect(await join("room")).toBeDefined();
  });

  it("one connection too many may not join, until another goes", async () => {
    const sockets = await Promise.all(Array.from({ length: PLANS.free.connections }, open));
    for (const { join } of sockets) await join("room");
    const late = await open();
    expect(await late.join("room")).toEqual(refusal("room", "ConnectionRateLimitReached: Too many connected users"));
    // Who is in may join more.
    expect(await sockets[0]?.join("another")).toMatchObject(joinedFrame("another"));
    sockets[1]?.socket.close();
    await sockets[1]?.ended;
    await expect.poll(() => late.join("room")).toMatchObject(joinedFrame("room"));
  });

  it("the sixth presence message of a channel within half a minute closes it; repeating the same costs no diff", async () => {
    const { ask, join, frames } = await open();
    await join("room", true);
    expect(await frames.next()).toMatchObject(["1", null, "realtime:room", "presence_state", {}]);
    const track = (payload: object) => ask(["1", "2", "realtime:room", "presence", { event: "track", payload }]);
    expect(await track({ at: 1 })).toMatchObject([null, null, "realtime:room", "presence_diff", {}]);
    expect(await frames.next()).toMatchObject(["1", "2", "realtime:room", "phx_reply", { status: "ok" }]);
    for (let n = 0; n < 4; n += 1) {
      expect(await track({ at: 1 })).toMatchObject(["1", "2", "realtime:room", "phx_reply", { status: "ok" }]);
    }
    const message = "Client presence rate limit exceeded";
    expect(await track({ at: 2 })).toMatchObject(["1", null, "realtime:room", "system", { status: "error", message }]);
    expect(await frames.next()).toMatchObject(["1", "1", "realtime:room", "phx_close", {}]);
  });

  it("a flood of presence ends the next channel that takes part in it", async () => {
    const flood = await Promise.all(Array.from({ length: 3 }, open));
    for (let n = 0; n < PLANS.free.presencePerSecond * PER_TICK * 2; n += 1) {
      const { join, frames } = flood[n % 3] ?? (await open());
      await join(`flood-${n}`, true);
      await frames.next();
    }
    project.judgeRates();
    const { join, frames } = await open();
    await join("room", true);
    const message = "Too many presence messages per second";
    expect(await frames.next()).toMatchObject(["1", null, "realtime:room", "system", { status: "error", message }]);
    expect(await frames.next()).toMatchObject(["1", "1", "realtime:room", "phx_close", {}]);
  });

  it("a message of the database larger than a payload may be is dropped, and said", async () => {
    const listener = project.person();
    await project.seat("notes:1", listener, { hears: true });
    const channel = (await project.client(await listener.token())).channel("notes:1", isPrivate);
    const heard = collectBroadcasts(channel, "noted");
    await joined(channel);
    for (const size of [PLANS.free.maxPayloadBytes, 10]) {
      await project.owner`insert into public.notes (room, body) values ('1', ${"x".repeat(size)})`;
    }
    expect((await heard.next()).payload).toMatchObject({ body: "x".repeat(10) });
    expect(project.lines.join("\n")).toContain("larger than the plan allows");
  });
});

describe("pro", () => {
  beforeEach(() => project.restart("pro"));

  it("takes 3 MB and refuses more", async () => {
    const options = { config: { broadcast: { ack: true } } };
    const channel = await joined((await project.client(null)).channel("large", options));
    const send = (size: number) =>
      channel.send({ type: "broadcast", event: "large", payload: { text: "x".repeat(size) } });
    expect(await send(2_999_000)).toBe("ok");
    expect(await send(3_001_000)).toBe("error");
  });

  it("bears the flood that is too much for free", async () => {
    await floodMessages();
    expect(project.lines).toEqual([]);
    const { join } = await open();
    expect(await join("room")).toMatchObject(joinedFrame("room"));
  });
});
