/**
 * The limits of a plan and their enforcement. The numbers: https://supabase.com/docs/guides/realtime/limits. Messages
 * and effects: `realtime_channel.ex`, `presence_handler.ex`, `batch_broadcast.ex` of supabase/realtime.
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

/** Opens a bare socket of protocol 2.0.0. */
async function open() {
  const socket = new WebSocket(`${project.socketUrl}?apikey=${PUBLISHABLE_KEY}&vsn=2.0.0`);
  const frames = queue<unknown>();
  socket.on("message", (data) => frames.push(JSON.parse(String(data))));
  const ended = new Promise<number>((resolve) => socket.once("close", resolve));
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  const request = (frame: unknown) => {
    socket.send(JSON.stringify(frame));
    return frames.next();
  };
  const join = (topic: string, presence = false) =>
    request(["1", "1", `realtime:${topic}`, "phx_join", { config: { presence: { enabled: presence } } }]);
  return { socket, frames, ended, request, join };
}

const joinError = (topic: string, reason: string) => [
  "1",
  "1",
  `realtime:${topic}`,
  "phx_reply",
  { status: "error", response: { reason } },
];
const joinedFrame = (topic: string) => ["1", "1", `realtime:${topic}`, "phx_reply", { status: "ok" }];

/** Exceeds the message limit by the next tick, with the public key alone. */
async function floodMessages(): Promise<void> {
  const { socket, join, request } = await open();
  await join("flood");
  for (let n = 0; n < PLANS.free.messagesPerSecond * PER_TICK * 3; n += 1) {
    socket.send(JSON.stringify(["1", null, "realtime:flood", "broadcast", { event: "x" }]));
  }
  await request([null, "9", "phoenix", "heartbeat", {}]);
  await request(["1", "8", "realtime:flood", "phx_leave", {}]);
  project.tickRates();
}

describe("the free plan", () => {
  beforeEach(() => project.restart("free"));

  it("closes channels that receive a flood", async () => {
    const listener = project.person();
    await project.seat("room", listener, { receives: true, broadcasts: true });
    const channel = (await project.client(await listener.token())).channel("room", isPrivate);
    const broadcasts = collectBroadcasts(channel, "said");
    const systemMessage = new Promise((resolve) => channel.on("system", {}, resolve));
    const statuses = subscribe(channel);
    expect((await statuses.next()).status).toBe("SUBSCRIBED");
    const speaker = await joined((await project.client(await listener.token())).channel("room", isPrivate));

    await floodMessages();
    await speaker.send({ type: "broadcast", event: "said", payload: { n: 1 } });
    expect((await broadcasts.next()).payload).toEqual({ n: 1 });
    expect(await systemMessage).toMatchObject({
      extension: "system",
      status: "error",
      message: "Too many messages per second",
    });
    expect((await statuses.next()).status).toBe("CLOSED");
    expect(project.lines.join("\n")).toContain("more than 100 messages per second");
  });

  it("counts deliveries like sent messages", async () => {
    const sockets = await Promise.all(Array.from({ length: 10 }, open));
    for (const { join } of sockets) await join("room");
    const [speaker] = sockets;
    // One sent and nine delivered: ten for each.
    for (let n = 0; n < (PLANS.free.messagesPerSecond * PER_TICK * 2) / 10; n += 1) {
      speaker?.socket.send(JSON.stringify(["1", null, "realtime:room", "broadcast", { event: "x" }]));
    }
    await speaker?.request([null, "9", "phoenix", "heartbeat", {}]);
    await speaker?.request(["1", "8", "realtime:room", "phx_leave", {}]);
    project.tickRates();
    expect(project.lines.join("\n")).toContain("more than 100 messages per second");
  });

  it("drops HTTP and database messages during a flood", async () => {
    const listener = project.person();
    await project.seat("dropped", listener, { receives: true, broadcasts: true });
    const token = await listener.token();
    const channel = (await project.client(token)).channel("dropped", isPrivate);
    const broadcasts = collectBroadcasts(channel, "said");
    await joined(channel);
    await floodMessages();

    await project.owner`select realtime.send('{"n":1}', 'said', 'dropped')`;
    const post = (count: number) =>
      fetch(`${project.http}/api/broadcast`, {
        method: "POST",
        headers: { apikey: token, "content-type": "application/json" },
        body: JSON.stringify({ messages: Array(count).fill({ topic: "x", event: "y", payload: {} }) }),
      });
    const rejected = await post(1);
    expect(rejected.status).toBe(429);
    expect(await rejected.json()).toEqual({ message: "You have exceeded your rate limit" });
    for (let tick = 0; tick < LIMITS.rateTicks; tick += 1) project.tickRates();
    const tooMany = await post(101);
    expect(tooMany.status).toBe(429);
    expect(await tooMany.json()).toEqual({
      message: "Too many messages to broadcast, please reduce the batch size",
    });
    await project.owner`select realtime.send('{"n":2}', 'said', 'dropped')`;
    expect((await broadcasts.next()).payload).toMatchObject({ n: 2 });
    expect(await project.admin`select from realtime.messages where topic = 'dropped' and event = 'said'`).toHaveLength(
      2,
    );
  });

  it("closes the socket of a join during a join flood", async () => {
    const { socket, join, request } = await open();
    for (let n = 0; n < PLANS.free.joinsPerSecond * PER_TICK * 2; n += 1) {
      socket.send(JSON.stringify(["1", null, "realtime:flood", "phx_join", {}]));
      socket.send(JSON.stringify(["1", null, "realtime:flood", "phx_leave", {}]));
    }
    await request([null, "9", "phoenix", "heartbeat", {}]);
    project.tickRates();

    const other = await open();
    expect(await other.join("room")).toEqual(
      joinError("room", "ClientJoinRateLimitReached: Too many joins per second"),
    );
    await other.ended;
    project.tickRates();
    const third = await open();
    expect(await third.join("room")).toMatchObject(joinedFrame("room"));
    expect(await join("room")).toBeDefined();
  });

  it("rejects a connection above the limit until another closes", async () => {
    const sockets = await Promise.all(Array.from({ length: PLANS.free.connections }, open));
    for (const { join } of sockets) await join("room");
    const late = await open();
    expect(await late.join("room")).toEqual(joinError("room", "ConnectionRateLimitReached: Too many connected users"));
    // A counted connection may join more topics.
    expect(await sockets[0]?.join("another")).toMatchObject(joinedFrame("another"));
    sockets[1]?.socket.close();
    await sockets[1]?.ended;
    await expect.poll(() => late.join("room")).toMatchObject(joinedFrame("room"));
  });

  it("closes a channel at its sixth presence message", async () => {
    const { request, join, frames } = await open();
    await join("room", true);
    expect(await frames.next()).toMatchObject(["1", null, "realtime:room", "presence_state", {}]);
    const track = (payload: object) => request(["1", "2", "realtime:room", "presence", { event: "track", payload }]);
    expect(await track({ at: 1 })).toMatchObject([null, null, "realtime:room", "presence_diff", {}]);
    expect(await frames.next()).toMatchObject(["1", "2", "realtime:room", "phx_reply", { status: "ok" }]);
    for (let n = 0; n < 4; n += 1) {
      expect(await track({ at: 1 })).toMatchObject(["1", "2", "realtime:room", "phx_reply", { status: "ok" }]);
    }
    const message = "Client presence rate limit exceeded";
    expect(await track({ at: 2 })).toMatchObject(["1", null, "realtime:room", "system", { status: "error", message }]);
    expect(await frames.next()).toMatchObject(["1", "1", "realtime:room", "phx_close", {}]);
  });

  it("closes the next presence channel during a presence flood", async () => {
    const flood = await Promise.all(Array.from({ length: 3 }, open));
    for (let n = 0; n < PLANS.free.presencePerSecond * PER_TICK * 2; n += 1) {
      const { join, frames } = flood[n % 3] ?? (await open());
      await join(`flood-${n}`, true);
      await frames.next();
    }
    project.tickRates();
    const { join, frames } = await open();
    await join("room", true);
    const message = "Too many presence messages per second";
    expect(await frames.next()).toMatchObject(["1", null, "realtime:room", "system", { status: "error", message }]);
    expect(await frames.next()).toMatchObject(["1", "1", "realtime:room", "phx_close", {}]);
  });

  it("drops and logs a too large database message", async () => {
    const listener = project.person();
    await project.seat("notes:1", listener, { receives: true });
    const channel = (await project.client(await listener.token())).channel("notes:1", isPrivate);
    const broadcasts = collectBroadcasts(channel, "noted");
    await joined(channel);
    for (const size of [PLANS.free.maxPayloadBytes, 10]) {
      await project.owner`insert into public.notes (room, body) values ('1', ${"x".repeat(size)})`;
    }
    expect((await broadcasts.next()).payload).toMatchObject({ body: "x".repeat(10) });
    expect(project.lines.join("\n")).toContain("larger than the plan allows");
  });
});

describe("the pro plan", () => {
  beforeEach(() => project.restart("pro"));

  it("accepts 3 MB and rejects more", async () => {
    const options = { config: { broadcast: { ack: true } } };
    const channel = await joined((await project.client(null)).channel("large", options));
    const send = (size: number) =>
      channel.send({ type: "broadcast", event: "large", payload: { text: "x".repeat(size) } });
    expect(await send(2_999_000)).toBe("ok");
    expect(await send(3_001_000)).toBe("error");
  });

  it("allows a flood above the free limit", async () => {
    await floodMessages();
    expect(project.lines).toEqual([]);
    const { join } = await open();
    expect(await join("room")).toMatchObject(joinedFrame("room"));
  });
});
