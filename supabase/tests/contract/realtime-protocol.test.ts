/** The wire protocol: invalid frames and the limits of a socket. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { LIMITS, PLANS } from "../../../local/realtime/limits.ts";
import { PUBLISHABLE_KEY, queue, type RealtimeProject, startProject } from "./realtime.support.ts";

let project: RealtimeProject;
beforeAll(async () => {
  project = await startProject();
});
afterAll(() => project.close());

/** Opens a bare socket of protocol 2.0.0. `request` sends a frame and returns the next parsed one. */
async function open() {
  const socket = new WebSocket(`${project.socketUrl}?apikey=${PUBLISHABLE_KEY}&vsn=2.0.0`);
  const frames = queue<unknown>();
  socket.on("message", (data) => frames.push(JSON.parse(String(data))));
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  const send = (frame: unknown) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  return {
    socket,
    frames,
    send,
    sendBinary: (bytes: number[]) => socket.send(Buffer.from(bytes)),
    request: (frame: unknown) => {
      send(frame);
      return frames.next();
    },
  };
}

const config = { presence: { enabled: false } };
const reply = (joinRef: string | null, ref: string | null, topic: string, status: string, response: unknown) => [
  joinRef,
  ref,
  topic,
  "phx_reply",
  { status, response },
];
const malformed = { reason: expect.stringContaining("MalformedWebSocketMessage") };

describe("the protocol", () => {
  it("replies to malformed frames with errors", async () => {
    const { request, sendBinary, frames, socket } = await open();
    for (const frame of [
      "",
      "{",
      "null",
      "[]",
      "7",
      '{"topic":"realtime:x"}',
      [1, 2, 3, 4, 5],
      ["1", "2", "realtime:x"],
    ]) {
      expect(await request(frame)).toMatchObject(
        reply(expect.toSatisfy(isRef), expect.toSatisfy(isRef), expect.any(String), "error", malformed),
      );
    }
    for (const bytes of [[], [3], [3, 255, 255, 255, 255, 255, 1], [3, 0, 0, 0, 0, 0, 1, 123], [77, 1, 2, 3]]) {
      sendBinary(bytes);
      expect(await frames.next()).toMatchObject([null, null, expect.any(String), "phx_reply", { status: "error" }]);
    }
    expect(await request([null, "9", "phoenix", "heartbeat", {}])).toEqual(reply(null, "9", "phoenix", "ok", {}));
    socket.close();
  });

  const isRef = (value: unknown): boolean => value === null || typeof value === "string";

  it("replies to messages without a channel", async () => {
    const { request, socket } = await open();
    const unmatched = { reason: "unmatched topic" };
    expect(await request(["1", "1", "realtime:a", "broadcast", { event: "x" }])).toEqual(
      reply("1", "1", "realtime:a", "error", unmatched),
    );
    expect(await request(["1", "2", "other:a", "phx_join", {}])).toEqual(
      reply("1", "2", "other:a", "error", unmatched),
    );
    expect(await request(["1", "3", "realtime:a", "phx_leave", {}])).toEqual(reply("1", "3", "realtime:a", "ok", {}));
    expect(await request(["1", "4", "realtime:", "phx_join", {}])).toEqual(
      reply("1", "4", "realtime:", "error", { reason: "TopicNameRequired: You must provide a topic name" }),
    );
    socket.close();
  });

  it("rejects invalid and unsupported joins with the reason", async () => {
    const { request, socket } = await open();
    const rejections: [unknown, string][] = [
      [{ config: { private: "perhaps" } }, "InvalidJoinPayload: unable to parse config.private"],
      [[], "InvalidJoinPayload: unable to parse the payload"],
      [{ access_token: 7 }, "InvalidJoinPayload: unable to parse access_token"],
      [{ config: { postgres_changes: [{ event: "*" }] } }, "PostgresChangesUnavailable"],
      [
        { config: { broadcast: { replay: { since: 1 } } } },
        "UnableToReplayMessages: Replay is not allowed for public channels",
      ],
      [
        { config: { private: true, broadcast: { replay: { limit: 1 } } } },
        "UnableToReplayMessages: Replay params are not valid",
      ],
    ];
    for (const [payload, reason] of rejections) {
      expect(await request(["1", "1", "realtime:a", "phx_join", payload])).toEqual(
        reply("1", "1", "realtime:a", "error", { reason: expect.stringContaining(reason) }),
      );
    }
    socket.close();
  });

  it("replies to malformed messages and keeps the channel joined", async () => {
    const { request, send, frames, socket } = await open();
    await request(["1", "1", "realtime:a", "phx_join", { config }]);
    for (const [event, payload] of [
      ["broadcast", null],
      ["broadcast", { payload: {} }],
      ["presence", { event: "dance" }],
      ["presence", { event: "track", payload: [] }],
      ["access_token", { access_token: 7 }],
      ["mystery", {}],
    ]) {
      expect(await request(["1", "2", "realtime:a", event, payload])).toMatchObject(
        reply("1", "2", "realtime:a", "error", { reason: expect.any(String) }),
      );
    }
    send(["1", "3", "realtime:a", "phx_leave", {}]);
    expect(await frames.next()).toEqual(reply("1", "3", "realtime:a", "ok", {}));
    expect(await frames.next()).toEqual(["1", "1", "realtime:a", "phx_close", {}]);
    socket.close();
  });

  it("replaces an older join of the same topic", async () => {
    const { request, send, frames, socket } = await open();
    const options = { config: { ...config, broadcast: { self: true, ack: true } } };
    await request(["1", "1", "realtime:a", "phx_join", options]);
    send(["2", "2", "realtime:a", "phx_join", options]);
    expect(await frames.next()).toEqual(["1", "1", "realtime:a", "phx_close", {}]);
    expect(await frames.next()).toEqual(reply("2", "2", "realtime:a", "ok", { postgres_changes: [] }));
    expect(await request(["1", "3", "realtime:a", "broadcast", { event: "x" }])).toMatchObject(
      reply("1", "3", "realtime:a", "error", { reason: "unmatched topic" }),
    );
    expect(await request(["1", "4", "realtime:a", "phx_leave", {}])).toEqual(reply("1", "4", "realtime:a", "ok", {}));
    expect(await request(["2", "5", "realtime:a", "broadcast", { event: "x" }])).toEqual([
      null,
      null,
      "realtime:a",
      "broadcast",
      { event: "x" },
    ]);
    expect(await frames.next()).toEqual(reply("2", "5", "realtime:a", "ok", {}));
    socket.close();
  });

  it("handles early messages after the join, in order", async () => {
    const { send, frames, socket } = await open();
    const person = project.person();
    await project.seat("room", person, { receives: true, broadcasts: true });
    const options = { ...config, private: true, broadcast: { ack: true } };
    send(["1", "1", "realtime:room", "phx_join", { config: options, access_token: await person.token() }]);
    send(["1", "2", "realtime:room", "broadcast", { event: "x" }]);
    send(["1", "3", "realtime:room", "phx_leave", {}]);
    for (const ref of ["1", "2", "3"]) {
      expect(await frames.next()).toMatchObject(reply("1", ref, "realtime:room", "ok", {}));
    }
    expect(await frames.next()).toEqual(["1", "1", "realtime:room", "phx_close", {}]);

    send(["4", "4", "realtime:room", "phx_join", { config: options }]);
    send(["4", "5", "realtime:room", "broadcast", { event: "x" }]);
    send(["4", "6", "realtime:room", "phx_leave", {}]);
    for (const [ref, status] of [
      ["4", "error"],
      ["5", "error"],
      ["6", "ok"],
    ] as const) {
      expect(await frames.next()).toMatchObject(reply("4", ref, "realtime:room", status, {}));
    }
    socket.close();
  });

  it("reports replication readiness on request", async () => {
    const { request, frames, socket } = await open();
    await request([
      "1",
      "1",
      "realtime:a",
      "phx_join",
      { config: { ...config, broadcast: { replication_ready: true } } },
    ]);
    expect(await frames.next()).toMatchObject([
      "1",
      null,
      "realtime:a",
      "system",
      { extension: "system", status: "ok" },
    ]);
    socket.close();
  });

  it("limits the channels of a socket", async () => {
    const { request, socket } = await open();
    for (let n = 0; n < PLANS.free.channelsPerSocket; n += 1) {
      expect(await request([`${n}`, `${n}`, `realtime:${n}`, "phx_join", { config }])).toMatchObject([
        `${n}`,
        `${n}`,
        `realtime:${n}`,
        "phx_reply",
        { status: "ok" },
      ]);
    }
    const rejected = { reason: "ChannelRateLimitReached: Too many channels" };
    expect(await request(["x", "x", "realtime:x", "phx_join", { config }])).toEqual(
      reply("x", "x", "realtime:x", "error", rejected),
    );
    socket.close();
  });

  it("returns the real server's HTTP statuses", async () => {
    const token = await project.person().token();
    const call = async (path: string, body: string | null, type = "application/json") => {
      const response = await fetch(`${project.http}${path}`, {
        method: body === null ? "GET" : "POST",
        headers: { apikey: token, "content-type": type },
        body,
      });
      return response.status;
    };
    const single = "/api/broadcast/room%3A1/events/said";
    expect(await call("/api/broadcast", "{")).toBe(422);
    expect(await call("/api/broadcast", '{"messages":[{"topic":"a"}]}')).toBe(422);
    expect(await call("/api/broadcast", '{"messages":[]}')).toBe(202);
    expect(await call("/api/broadcast", "x".repeat(LIMITS.maxFrameBytes + 1))).toBe(413);
    expect(await call(single, '{"n":1}')).toBe(202);
    expect(await call(single, "{")).toBe(422);
    expect(await call(single, "x", "text/plain")).toBe(415);
    expect(await call(`${single}?private=true`, '{"n":1}')).toBe(403);
    expect(await call(single, JSON.stringify("x".repeat(PLANS.free.maxPayloadBytes)))).toBe(422);
    expect(await call(single, null)).toBe(405);
    expect(await call("/api/broadcast/%E0/events/x", "{}")).toBe(422);
    expect(await call("/api/nothing", "{}")).toBe(404);
  });
});
