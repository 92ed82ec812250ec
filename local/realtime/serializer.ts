/** Encodes and decodes the frames of both protocol versions of `@supabase/realtime-js`. */
import * as z from "zod";
import type { ClientMessage, ServerMessage, UserBroadcast, Version } from "./protocol.ts";

/** Text or binary frame. */
export type Frame = string | Buffer;

export type Decoded =
  | { readonly ok: true; readonly message: ClientMessage }
  /** `joinRef`, `ref` and `topic` as far as readable, so that the client can match the reply. */
  | {
      readonly ok: false;
      readonly reason: string;
      readonly joinRef: string | null;
      readonly ref: string | null;
      readonly topic: string;
    };

const USER_BROADCAST_PUSH = 3;
const USER_BROADCAST = 4;
/** Indexed by the encoding byte. */
const ENCODINGS = ["binary", "json"] as const;

const ref = z.string().nullish();
const objectFrame = z.object({
  join_ref: ref,
  ref,
  topic: z.string(),
  event: z.string(),
  payload: z.unknown(),
});
const arrayFrame = z.tuple([ref, ref, z.string(), z.string(), z.unknown()]).rest(z.unknown());

/** Never throws. A malformed frame is a result that the caller replies to. */
export function decode(version: Version, data: Buffer, isBinary: boolean): Decoded {
  if (!isBinary) return decodeText(version, data);
  if (version === "1.0.0") return malformed("binary frames need protocol 2.0.0");
  return decodeUserBroadcastPush(data);
}

function decodeText(version: Version, data: Buffer): Decoded {
  let json: unknown;
  try {
    json = JSON.parse(data.toString("utf8"));
  } catch {
    return malformed("not JSON");
  }
  if (version === "1.0.0") {
    const parsed = objectFrame.safeParse(json);
    if (!parsed.success) return malformed("expected an object with topic, event, payload and ref", json);
    const { join_ref, topic, event, payload } = parsed.data;
    return message(join_ref, parsed.data.ref, topic, event, payload);
  }
  const parsed = arrayFrame.safeParse(json);
  if (!parsed.success) return malformed("expected an array of join_ref, ref, topic, event and payload", json);
  const [joinRef, ref, topic, event, payload] = parsed.data;
  return message(joinRef, ref, topic, event, payload);
}

const message = (
  joinRef: string | null | undefined,
  ref: string | null | undefined,
  topic: string,
  event: string,
  payload: unknown,
): Decoded => ({
  ok: true,
  message: { kind: "json", joinRef: joinRef ?? null, ref: ref ?? null, topic, event, payload },
});

/** Layout: kind, five byte lengths, encoding; then join ref, ref, topic, event, metadata; the rest is the payload. */
function decodeUserBroadcastPush(data: Buffer): Decoded {
  if (data[0] !== USER_BROADCAST_PUSH) return malformed("unknown kind of binary frame");
  const [joinRefSize, refSize, topicSize, eventSize, metadataSize, encodingByte] = data.subarray(1, 7);
  if (
    joinRefSize === undefined ||
    refSize === undefined ||
    topicSize === undefined ||
    eventSize === undefined ||
    metadataSize === undefined ||
    encodingByte === undefined ||
    data.length < 7 + joinRefSize + refSize + topicSize + eventSize + metadataSize
  ) {
    return malformed("binary frame too short");
  }
  const encoding = ENCODINGS[encodingByte];
  if (encoding === undefined) return malformed("unknown encoding of a binary frame");
  let at = 7;
  const text = (size: number) => {
    at += size;
    return data.toString("utf8", at - size, at);
  };
  const joinRef = text(joinRefSize);
  const ref = text(refSize);
  const topic = text(topicSize);
  const event = text(eventSize);
  const bytes = data.subarray(at + metadataSize);
  if (encoding === "json" && parseJson(bytes) === undefined) {
    return { ok: false, reason: "broadcast payload is not JSON", joinRef: joinRef || null, ref: ref || null, topic };
  }
  return {
    ok: true,
    message: {
      kind: "user-broadcast",
      joinRef: joinRef || null,
      ref: ref || null,
      topic,
      event: "broadcast",
      broadcast: { event, encoding, bytes },
    },
  };
}

const envelopeOfObject = z.object({
  join_ref: z.string().nullable().catch(null),
  ref: z.string().nullable().catch(null),
  topic: z.string().catch("phoenix"),
});
const nothingKnown = { joinRef: null, ref: null, topic: "phoenix" } as const;

function malformed(reason: string, json?: unknown): Decoded {
  const source = Array.isArray(json) ? { join_ref: json[0], ref: json[1], topic: json[2] } : json;
  const known = envelopeOfObject.safeParse(source);
  if (!known.success) return { ok: false, reason, ...nothingKnown };
  return { ok: false, reason, joinRef: known.data.join_ref, ref: known.data.ref, topic: known.data.topic };
}

/** Returns undefined for invalid JSON. */
function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}

/** Returns null when the version cannot carry the message: raw bytes in 1.0.0. */
export function encode(version: Version, message: ServerMessage): Frame | null {
  switch (message.type) {
    case "reply":
      return text(version, message.joinRef, message.ref, message.topic, "phx_reply", {
        status: message.status,
        response: message.response,
      });
    case "push":
      return text(version, message.joinRef, message.ref, message.topic, message.event, message.payload);
    case "user-broadcast":
      return version === "2.0.0"
        ? encodeUserBroadcast(message.topic, message.broadcast)
        : userBroadcastAsText(message.topic, message.broadcast);
    default:
      return message satisfies never;
  }
}

function text(
  version: Version,
  joinRef: string | null,
  ref: string | null,
  topic: string,
  event: string,
  payload: unknown,
): string {
  return JSON.stringify(version === "1.0.0" ? { topic, event, payload, ref } : [joinRef, ref, topic, event, payload]);
}

/**
 * Layout: kind, byte lengths of topic, event and metadata, encoding; then topic, event, payload. Metadata is unused.
 */
function encodeUserBroadcast(topic: string, { event, encoding, bytes }: UserBroadcast): Buffer {
  const topicBytes = Buffer.from(topic, "utf8");
  const eventBytes = Buffer.from(event, "utf8");
  const header = Buffer.from([USER_BROADCAST, topicBytes.length, eventBytes.length, 0, ENCODINGS.indexOf(encoding)]);
  return Buffer.concat([header, topicBytes, eventBytes, bytes]);
}

function userBroadcastAsText(topic: string, { event, encoding, bytes }: UserBroadcast): string | null {
  if (encoding === "binary") return null;
  return text("1.0.0", null, null, topic, "broadcast", { type: "broadcast", event, payload: parseJson(bytes) });
}
