import Serializer from "@supabase/realtime-js/dist/module/lib/serializer.js";
import { describe, expect, it } from "vitest";
import type { ServerMessage, Version } from "./protocol.ts";
import { decode, encode, type Frame } from "./serializer.ts";

/** The client's own serializer, to check that both agree byte by byte. */
const client = new Serializer();
const write = (message: object): Buffer => {
  let frame: string | ArrayBuffer = "";
  client.encode({ join_ref: "1", ref: "2", topic: "realtime:room", event: "x", payload: {}, ...message }, (encoded) => {
    frame = encoded;
  });
  return typeof frame === "string" ? Buffer.from(frame) : Buffer.from(frame);
};
const read = (frame: Frame | null): unknown => {
  let message: unknown;
  client.decode(typeof frame === "string" ? frame : Uint8Array.from(frame ?? []).buffer, (decoded: unknown) => {
    message = decoded;
  });
  return message;
};
const user = (event: string, encoding: "json" | "binary", bytes: Buffer): ServerMessage => ({
  type: "user-broadcast",
  topic: "realtime:room",
  broadcast: { event, encoding, bytes },
});
const text = "é 日本 🙂";
const envelope = { joinRef: "1", ref: "2", topic: "realtime:room" };

describe("decode", () => {
  it("reads text frames of both versions", () => {
    const object = JSON.stringify({ topic: "realtime:room", event: "x", payload: { a: 1 }, ref: "2", join_ref: "1" });
    const expected = { ok: true, message: { kind: "json", ...envelope, event: "x", payload: { a: 1 } } };
    expect(decode("1.0.0", Buffer.from(object), false)).toEqual(expected);
    expect(decode("2.0.0", write({ event: "x", payload: { a: 1 } }), false)).toEqual(expected);
  });

  it("reads a heartbeat without a join", () => {
    const frame = write({ join_ref: undefined, topic: "phoenix", event: "heartbeat" });
    expect(decode("2.0.0", frame, false)).toMatchObject({ ok: true, message: { joinRef: null, ref: "2" } });
  });

  it("reads binary broadcasts with non-ASCII text and metadata", () => {
    const payload = { event: text, payload: { text }, persist: true };
    expect(decode("2.0.0", write({ event: "broadcast", payload }), true)).toEqual({
      ok: true,
      message: {
        kind: "user-broadcast",
        ...envelope,
        event: "broadcast",
        broadcast: { event: text, encoding: "json", bytes: Buffer.from(JSON.stringify({ text })) },
      },
    });
    const raw = write({ event: "broadcast", payload: { event: "e", payload: Uint8Array.from([0, 255]).buffer } });
    expect(decode("2.0.0", raw, true)).toMatchObject({
      message: { broadcast: { event: "e", encoding: "binary", bytes: Buffer.from([0, 255]) } },
    });
  });

  it("reports malformed frames with the readable envelope", () => {
    const bad = (version: Version, frame: string | Buffer, isBinary = false) =>
      decode(version, Buffer.from(frame), isBinary);
    expect(bad("2.0.0", "{")).toMatchObject({ ok: false, reason: "not JSON", topic: "phoenix", ref: null });
    expect(bad("2.0.0", '["1","2","realtime:room"]')).toMatchObject({ ok: false, ...envelope });
    expect(bad("2.0.0", '[1,{},[],"x",{}]')).toMatchObject({ ok: false, topic: "phoenix", ref: null, joinRef: null });
    expect(bad("1.0.0", '{"topic":"realtime:room","ref":"2"}')).toMatchObject({ ok: false, ref: "2" });
    expect(bad("1.0.0", "null")).toMatchObject({ ok: false, topic: "phoenix" });
    const broadcast = write({ event: "broadcast", payload: { event: "e", payload: {} } });
    expect(bad("1.0.0", broadcast, true)).toMatchObject({ ok: false });
    for (let length = 0; length < broadcast.length; length += 1) {
      expect(bad("2.0.0", broadcast.subarray(0, length), true), `${length} bytes`).toMatchObject({ ok: false });
    }
    expect(bad("2.0.0", Buffer.from([9, 0, 0, 0, 0, 0, 0]), true)).toMatchObject({ ok: false });
  });
});

describe("encode", () => {
  it("writes replies and pushes that the client reads", () => {
    const reply = encode("2.0.0", { type: "reply", ...envelope, status: "ok", response: { a: 1 } });
    const expected = {
      ...{ join_ref: "1", ref: "2", topic: "realtime:room", event: "phx_reply" },
      payload: { status: "ok", response: { a: 1 } },
    };
    expect(read(reply)).toEqual(expected);
    const { join_ref: _, ...object } = expected;
    const old = encode("1.0.0", { type: "reply", ...envelope, status: "ok", response: { a: 1 } });
    expect(JSON.parse(String(old))).toEqual(object);
  });

  it("writes broadcasts for both versions", () => {
    const message = user(text, "json", Buffer.from(JSON.stringify({ text })));
    const payload = { type: "broadcast", event: text, payload: { text } };
    expect(read(encode("2.0.0", message))).toMatchObject({ topic: "realtime:room", event: "broadcast", payload });
    expect(JSON.parse(String(encode("1.0.0", message)))).toEqual({
      ...{ topic: "realtime:room", event: "broadcast", ref: null },
      payload,
    });
  });

  it("carries raw bytes only in 2.0.0", () => {
    const message = user("e", "binary", Buffer.from([0, 255]));
    expect(read(encode("2.0.0", message))).toMatchObject({ payload: { payload: Uint8Array.from([0, 255]).buffer } });
    expect(encode("1.0.0", message)).toBeNull();
  });
});
