import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { type PhoenixServer, startPhoenix } from "../../tests/fakes/phoenixServer.ts";
import { systemClock } from "./clock.ts";
import { createRealtime, type Realtime, type TopicStatus } from "./realtime.ts";

let server: PhoenixServer;
let realtime: Realtime;
let token: string | null;

beforeEach(async () => {
  server = await startPhoenix();
  token = "token-1";
  realtime = createRealtime({
    supabaseUrl: server.url,
    publishableKey: "sb_publishable_x",
    accessToken: async () => token,
    clock: systemClock,
  });
});
afterEach(async () => {
  realtime.close();
  await server.close();
});

const note = z.object({ text: z.string() });

it("joins concurrent topics with the token", async () => {
  const topics = ["a", "b", "c"].map((name) => realtime.join(name));
  for (const topic of topics) expect(await topic.joined()).toEqual({ ok: true, value: null });
  expect(server.joins.map((join) => join.topic).sort()).toEqual(["realtime:a", "realtime:b", "realtime:c"]);
  expect(server.joins.every((join) => join.token === "token-1")).toBe(true);
});

it("delivers broadcasts that match the schema only", async () => {
  const topic = realtime.join("a");
  const received: string[] = [];
  topic.on("note", note, ({ text }) => received.push(text));
  await topic.joined();
  server.broadcast("a", "note", { text: 7 });
  server.broadcast("a", "other", { text: "without a subscriber" });
  server.broadcast("a", "note", { text: "hello" });
  await vi.waitUntil(() => received.length > 0);
  expect(received).toEqual(["hello"]);
});

it("cuts clusters of a broadcast that stall a page", async () => {
  const topic = realtime.join("a");
  const received: string[] = [];
  topic.on("note", note, ({ text }) => received.push(text));
  await topic.joined();
  server.broadcast("a", "note", { text: `a${"\u{1F3FB}".repeat(1_000)}` });
  await vi.waitUntil(() => received.length > 0);
  expect(received).toEqual([`a${"\u{1F3FB}".repeat(16)}`]);
});

it("reports a rejected join and retries until it succeeds", async () => {
  server.rejectJoins("Unauthorized: You do not have permissions to read from this Channel topic: a");
  const topic = realtime.join("a");
  expect(await topic.joined()).toMatchObject({ ok: false, error: { code: "request/not-allowed" } });
  expect(topic.status()).toBe("joining");
  server.rejectJoins(null);
  await vi.waitUntil(() => topic.status() === "joined", { timeout: 5_000 });
});

it("rejoins with the newest token after the socket closes", async () => {
  const topic = realtime.join("a");
  await topic.joined();
  const seen: TopicStatus[] = [];
  topic.onStatus((status) => seen.push(status));
  token = "token-2";
  server.cut();
  await vi.waitUntil(() => topic.status() === "joined" && seen.includes("lost"), { timeout: 8_000 });
  expect(seen).toEqual(["lost", "joined"]);
  expect(server.joins.at(-1)?.token).toBe("token-2");
});

it("rejoins a topic that the server closed", async () => {
  const topic = realtime.join("a");
  await topic.joined();
  const received: string[] = [];
  topic.on("note", note, ({ text }) => received.push(text));
  server.closeTopic("a");
  await vi.waitUntil(() => topic.status() === "lost");
  await vi.waitUntil(() => topic.status() === "joined", { timeout: 5_000 });
  server.broadcast("a", "note", { text: "again" });
  await vi.waitUntil(() => received.length > 0);
  expect(received).toEqual(["again"]);
});

it("delivers nothing after close", async () => {
  const topic = realtime.join("a");
  const other = realtime.join("b");
  const received: string[] = [];
  topic.on("note", note, ({ text }) => received.push(text));
  await topic.joined();
  await other.joined();
  topic.close();
  expect(topic.status()).toBe("closed");
  let otherReceived = false;
  other.on("note", note, () => {
    otherReceived = true;
  });
  server.broadcast("a", "note", { text: "late" });
  server.broadcast("b", "note", { text: "later" });
  await vi.waitUntil(() => otherReceived);
  expect(received).toEqual([]);
});
