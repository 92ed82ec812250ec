/** The wire itself: frames that no good client sends, and the bounds of a socket. */
import { afterAll, beforeAll, expect, it } from "vitest";
import WebSocket from "ws";
import { LIMITS, PLANS } from "../../../local/realtime/limits.ts";
import { PUBLISHABLE_KEY, queue, type RealtimeProject, startProject } from "./realtime.support.ts";

let project: RealtimeProject;
beforeAll(async () => {
  project = await startProject();
});
afterAll(() => project.close());

/** A bare socket of protocol 2.0.0. `ask` answers the next frame, parsed. */
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
    ask: (frame: unknown) => {
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

it("answers a bad frame with an error and goes on", async () => {
  const { ask, sendBinary, frames, socket } = await open();
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
    expect(await ask(frame)).toMatchObject(
      reply(expect.toSatisfy(isRef), expect.toSatisfy(isRef), expect.any(String), "error", malformed),
    );
  }
  for (const bytes of [[], [3], [3, 255, 255, 255, 255, 255, 1], [3, 0, 0, 0, 0, 0, 1, 123], [77, 1, 2, 3]]) {
    sendBinary(bytes);
    expect(await frames.next()).toMatchObject([null, null, expect.any(String), "phx_reply", { status: "error" }]);
  }
  expect(await ask([null, "9", "phoenix", "heartbeat", {}])).toEqual(reply(null, "9", "phoenix", "ok", {}));
  socket.close();
});

const isRef = (value: unknown): boolean => value === null || typeof value === "string";

it("answers what belongs to no channel", async () => {
  const { ask, socket } = await open();
  const unmatched = { reason: "unmatched topic" };
  expect(await ask(["1", "1", "realtime:a", "broadcast", { event: "x" }])).toEqual(
    reply("1", "1", "realtime:a", "error", unmatched),
  );
  expect(await ask(["1", "2", "other:a", "phx_join", {}])).toEqual(reply("1", "2", "other:a", "error", unmatched));
  expect(await ask(["1", "3", "realtime:a", "phx_leave", {}])).toEqual(reply("1", "3", "realtime:a", "ok", {}));
  expect(await ask(["1", "4", "realtime:", "phx_join", {}])).toEqual(
    reply("1", "4", "realtime:", "error", { reason: "TopicNameRequired: You must provide a topic name" }),
  );
  socket.close();
});

it("refuses a join that it cannot read or serve, with the reason", async () => {
  const { ask, socket } = await open();
  const refusals: [unknown, string][] = [
    [{ config: { private: "perhaps" } }, "InvalidJoinPayload: unable to parse config.private"],
    [[], "InvalidJoinPayload: unable to parse the payload"],
    [{ access_token: 7 }, "InvalidJoinPayload: unable to parse access_token"],
    [{ config: { postgres_changes: [{ event: "*" }] } }, "PostgresChangesUnavailable"],
    [{ config: { broadcast: { replay: { since: 1 } } } }, "UnableToReplayMessages"],
  ];
  for (const [payload, reason] of refusals) {
    expect(await ask(["1", "1", "realtime:a", "phx_join", payload])).toEqual(
      reply("1", "1", "realtime:a", "error", { reason: expect.stringContaining(reason) }),
    );
  }
  socket.close();
});

it("answers a bad message of a joined topic and keeps it joined", async () => {
  const { ask, send, frames, socket } = await open();
  await ask(["1", "1", "realtime:a", "phx_join", { config }]);
  for (const [event, payload] of [
    ["broadcast", null],
    ["broadcast", { payload: {} }],
    ["presence", { event: "dance" }],
    ["presence", { event: "track", payload: [] }],
    ["access_token", { access_token: 7 }],
    ["mystery", {}],
  ]) {
    expect(await ask(["1", "2", "realtime:a", event, payload])).toMatchObject(
      reply("1", "2", "realtime:a", "error", { reason: expect.any(String) }),
    );
  }
  send(["1", "3", "realtime:a", "phx_leave", {}]);
  expect(await frames.next()).toEqual(reply("1", "3", "realtime:a", "ok", {}));
  expect(await frames.next()).toEqual(["1", "1", "realtime:a", "phx_close", {}]);
  socket.close();
});

it("replaces a join by a new one of the same topic, and drops late messages of the old", async () => {
  const { ask, send, frames, socket } = await open();
  const options = { config: { ...config, broadcast: { self: true, ack: true } } };
  await ask(["1", "1", "realtime:a", "phx_join", options]);
  send(["2", "2", "realtime:a", "phx_join", options]);
  expect(await frames.next()).toEqual(["1", "1", "realtime:a", "phx_close", {}]);
  expect(await frames.next()).toEqual(reply("2", "2", "realtime:a", "ok", { postgres_changes: [] }));
  expect(await ask(["1", "3", "realtime:a", "broadcast", { event: "x" }])).toMatchObject(
    reply("1", "3", "realtime:a", "error", { reason: "unmatched topic" }),
  );
  expect(await ask(["1", "4", "realtime:a", "phx_leave", {}])).toEqual(reply("1", "4", "realtime:a", "ok", {}));
  expect(await ask(["2", "5", "realtime:a", "broadcast", { event: "x" }])).toEqual([
    null,
    null,
    "realtime:a",
    "broadcast",
    { event: "x" },
  ]);
  expect(await frames.next()).toEqual(reply("2", "5", "realtime:a", "ok", {}));
  socket.close();
});

it("answers messages sent before the join was answered after it, in order", async () => {
  const { send, frames, socket } = await open();
  const person = project.person();
  await project.seat("room", person, { hears: true, speaks: true });
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

it("says when replication is ready, to whom asked", async () => {
  const { ask, frames, socket } = await open();
  await ask(["1", "1", "realtime:a", "phx_join", { config: { ...config, broadcast: { replication_ready: true } } }]);
  expect(await frames.next()).toMatchObject(["1", null, "realtime:a", "system", { extension: "system", status: "ok" }]);
  socket.close();
});

it("holds a socket to its number of channels", async () => {
  const { ask, socket } = await open();
  for (let n = 0; n < PLANS.free.channelsPerSocket; n += 1) {
    expect(await ask([`${n}`, `${n}`, `realtime:${n}`, "phx_join", { config }])).toMatchObject([
      `${n}`,
      `${n}`,
      `realtime:${n}`,
      "phx_reply",
      { status: "ok" },
    ]);
  }
  const refused = { reason: "ChannelRateLimitReached: Too many channels" };
  expect(await ask(["x", "x", "realtime:x", "phx_join", { config }])).toEqual(
    reply("x", "x", "realtime:x", "error", refused),
  );
  socket.close();
});

it("answers HTTP in the real server's statuses", async () => {
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
