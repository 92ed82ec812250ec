/** Broadcasts by HTTP: a batch, or a single message for a topic and event. */
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import type { JwtClaims } from "../jwtClaims.ts";
import type { ChannelContext } from "./channel.ts";
import { LIMITS } from "./limits.ts";
import { checkToken } from "./tokens.ts";
import { binaryBroadcastMessage, broadcastMessage, topicKey } from "./topics.ts";

const batch = z.object({
  messages: z.array(
    z.object({
      topic: z.string().min(1),
      event: z.string().min(1),
      payload: z.record(z.string(), z.unknown()),
      private: z.boolean().nullish(),
    }),
  ),
});

const BATCH_PATH = /^(?:\/realtime\/v1)?\/api\/broadcast$/u;
const SINGLE_PATH = /^(?:\/realtime\/v1)?\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/u;

/**
 * Handles `POST /realtime/v1/api/broadcast` and `…/broadcast/<topic>/events/<event>[?private=true]`. Success is 202.
 */
export async function handleHttp(context: ChannelContext, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? "/", "http://localhost");
  const single = SINGLE_PATH.exec(url.pathname);
  if (single === null && !BATCH_PATH.test(url.pathname)) return sendMessage(res, 404, "Not found");
  if (req.method !== "POST") return sendMessage(res, 405, "Method not allowed");
  const token = bearer(req) ?? header(req, "apikey");
  const checked = token === null ? null : await checkToken(context.verify, token);
  if (checked?.ok !== true) return sendMessage(res, 401, "Unauthorized");
  const body = await readBody(req);
  if (body === null) return sendMessage(res, 413, "Payload too large");
  if (single === null) return sendBatch(context, checked.claims, body, res);

  const [topic, event] = [decodePart(single[1]), decodePart(single[2])];
  if (topic === null || event === null) return sendMessage(res, 422, "Topic and event must be URL-encoded");
  const isPrivate = url.searchParams.get("private") === "true";
  return sendSingle(context, checked.claims, { topic, event, isPrivate, body, type: header(req, "content-type") }, res);
}

/** As in the real server, the status is 202 even when a private message was dropped for lack of permission. */
async function sendBatch(context: ChannelContext, claims: JwtClaims, body: Buffer, res: ServerResponse): Promise<void> {
  const parsed = batch.safeParse(parseJson(body));
  if (!parsed.success) return sendMessage(res, 422, "Expected messages with topic, event and payload");
  const { messages } = parsed.data;
  const { plan, messages: rate } = context.quota;
  if (messages.some(({ payload }) => Buffer.byteLength(JSON.stringify(payload)) > plan.maxPayloadBytes)) {
    return sendMessage(res, 422, "Payload size exceeds tenant limit");
  }
  if (!rate.hasRoomFor(0)) return sendMessage(res, 429, "You have exceeded your rate limit");
  if (!rate.hasRoomFor(messages.length)) {
    return sendMessage(res, 429, "Too many messages to broadcast, please reduce the batch size");
  }
  const privateTopics = new Set(messages.filter((message) => message.private === true).map(({ topic }) => topic));
  const writable = new Set<string>();
  for (const topic of privateTopics) if (await canWrite(context, topic, claims)) writable.add(topic);
  for (const { topic, event, payload, private: isPrivate } of messages) {
    if (isPrivate === true && !writable.has(topic)) continue;
    const key = topicKey(topic, isPrivate === true);
    rate.add();
    context.topics.publish(key, "broadcast", broadcastMessage(key, event, payload));
  }
  sendAccepted(res);
}

interface Single {
  readonly topic: string;
  readonly event: string;
  readonly isPrivate: boolean;
  readonly body: Buffer;
  readonly type: string | null;
}

async function sendSingle(
  context: ChannelContext,
  claims: JwtClaims,
  single: Single,
  res: ServerResponse,
): Promise<void> {
  const { topic, event, isPrivate, body } = single;
  const { plan, messages: rate } = context.quota;
  if (body.length > plan.maxPayloadBytes) return sendMessage(res, 422, "Payload size exceeds tenant limit");
  const isBinary = single.type?.startsWith("application/octet-stream") ?? false;
  if (!isBinary && !single.type?.startsWith("application/json"))
    return sendMessage(res, 415, "Unsupported content type");
  const payload = isBinary ? undefined : parseJson(body);
  if (!isBinary && payload === undefined) return sendMessage(res, 422, "The body is not JSON");
  if (!rate.hasRoomFor(1)) return sendMessage(res, 429, "You have exceeded your rate limit");
  if (isPrivate && !(await canWrite(context, topic, claims))) return sendMessage(res, 403, "Unauthorized");
  const key = topicKey(topic, isPrivate);
  const message = isBinary ? binaryBroadcastMessage(key, event, body) : broadcastMessage(key, event, payload);
  rate.add();
  context.topics.publish(key, "broadcast", message);
  sendAccepted(res);
}

const canWrite = async (context: ChannelContext, topic: string, claims: JwtClaims): Promise<boolean> =>
  (await context.authorize.write(topic, claims, "broadcast")) === true;

function bearer(req: IncomingMessage): string | null {
  return /^bearer (\S+)$/iu.exec(req.headers.authorization ?? "")?.[1] ?? null;
}

function header(req: IncomingMessage, name: string): string | null {
  const value = req.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}

/** Returns null for a body above the frame limit. */
async function readBody(req: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of req) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > LIMITS.maxFrameBytes) return null;
    parts.push(bytes);
  }
  return Buffer.concat(parts);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

function decodePart(part: string | undefined): string | null {
  try {
    return part === undefined ? null : decodeURIComponent(part);
  } catch {
    return null;
  }
}

function sendAccepted(res: ServerResponse): void {
  res.writeHead(202).end();
}

function sendMessage(res: ServerResponse, status: number, message: string): void {
  res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ message }));
}
