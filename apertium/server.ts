/**
 * The HTTP interface: the two calls of Apertium APy that Parley uses.
 * `GET /listPairs`, and `POST /translate` with a form of `langpair=eng|spa` and `q`.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import { setMaxListeners } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { TranslationError } from "./direction.ts";
import { languageTag } from "./modes.ts";
import type { Pool } from "./pool.ts";
import { createRateLimit, type RateLimit } from "./rateLimit.ts";
import { translateText } from "./translateText.ts";

export interface ServerOptions {
  /** Every request must carry it as a bearer token. */
  readonly token?: string;
  /** Requests of one address in a second. Without it there is no limit. */
  readonly perSecond?: number;
  /** The time for one request, its body included. */
  readonly timeoutMs?: number;
}

/** In characters of UTF-16. A message of Parley has up to 4,000, and up to 20,000 between two steps of a translation. */
const MAX_TEXT_CHARACTERS = 20_000;
/** A percent-encoded character has up to twelve bytes. */
const MAX_BODY_BYTES = 12 * MAX_TEXT_CHARACTERS + 200;
const MAX_REQUESTS_AT_ONCE = 256;
const TIMEOUT_MS = 10_000;
/** Longer than clients keep a connection, so that no request meets a closing connection. */
const KEEP_ALIVE_MS = 75_000;

const MESSAGES = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  413: "Payload Too Large",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
  504: "Gateway Timeout",
} as const;

class HttpError extends Error {
  readonly status: keyof typeof MESSAGES;
  constructor(status: keyof typeof MESSAGES, explanation: string) {
    super(explanation);
    this.status = status;
  }
}

export function createTranslationServer(pool: Pool, options: ServerOptions = {}): Server {
  const limit = options.perSecond === undefined ? null : createRateLimit(options.perSecond);
  let requests = 0;
  const server = createServer((request, response) => {
    const aborted = new AbortController();
    // A long text waits for many lines with the same signal.
    setMaxListeners(0, aborted.signal);
    const timer = setTimeout(() => aborted.abort(new HttpError(504, "no translation in time")), timeoutMs);
    requests += 1;
    response.once("close", () => {
      requests -= 1;
      clearTimeout(timer);
      aborted.abort(new HttpError(504, "the client has gone"));
    });
    respond(request, response, aborted.signal).catch((error) => sendError(response, error));
  });
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  server.requestTimeout = timeoutMs;
  server.headersTimeout = timeoutMs;
  server.keepAliveTimeout = KEEP_ALIVE_MS;

  async function respond(request: IncomingMessage, response: ServerResponse, signal: AbortSignal): Promise<void> {
    checkAccess(request, options.token, limit);
    if (requests > MAX_REQUESTS_AT_ONCE) throw new HttpError(503, "too many requests at once");
    const path = (request.url ?? "").split("?", 1)[0];
    const method = { "/listPairs": "GET", "/translate": "POST" }[path ?? ""];
    if (method === undefined) throw new HttpError(404, "no such call");
    if (request.method !== method) throw new HttpError(405, `only ${method}`);
    if (method === "GET") {
      const pairs = pool.pairs.map(([sourceLanguage, targetLanguage]) => ({ sourceLanguage, targetLanguage }));
      return send(response, 200, { responseData: pairs, responseDetails: null, responseStatus: 200 });
    }
    const form = new URLSearchParams(await readBody(request, signal));
    const translatedText = await translate(form, signal);
    send(response, 200, { responseData: { translatedText }, responseDetails: null, responseStatus: 200 });
  }

  async function translate(form: URLSearchParams, signal: AbortSignal): Promise<string> {
    const text = form.get("q");
    if (text === null) throw new HttpError(400, "no text");
    if (text.length > MAX_TEXT_CHARACTERS) throw new HttpError(413, "too long a text");
    const [, source, target] = /^([a-z]{2,3})\|([a-z]{2,3})$/u.exec(form.get("langpair") ?? "") ?? [];
    if (source === undefined || target === undefined) throw new HttpError(400, "that pair is invalid");
    const direction = pool.find(languageTag(source), languageTag(target));
    if (direction === undefined) throw new HttpError(400, "that pair is not installed");
    return await translateText(text, (stream) => direction.translate(stream, signal));
  }
  return server;
}

function checkAccess(request: IncomingMessage, token: string | undefined, limit: RateLimit | null): void {
  // Before the count: behind a proxy all clients have one address, and one without the token must not use up the requests.
  if (token !== undefined && !isAuthorized(request, token)) throw new HttpError(401, "the token is missing or wrong");
  if (limit !== null && !limit.take(request.socket.remoteAddress ?? "")) throw new HttpError(429, "too many requests");
}

function isAuthorized(request: IncomingMessage, token: string): boolean {
  const [, given = ""] = /^Bearer (.+)$/iu.exec(request.headers.authorization ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

const digest = (text: string) => createHash("sha256").update(text).digest();

async function readBody(request: IncomingMessage, signal: AbortSignal): Promise<string> {
  if (Number(request.headers["content-length"]) > MAX_BODY_BYTES) throw new HttpError(413, "too long a text");
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    signal.throwIfAborted();
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new HttpError(413, "too long a text");
  }
  return Buffer.concat(chunks).toString("utf8");
}

function sendError(response: ServerResponse, error: unknown): void {
  const { status, message } = toHttpError(error);
  // A body that is not read to its end would be taken for the next request.
  if (!response.req.complete) response.setHeader("Connection", "close");
  if (status === 401) response.setHeader("WWW-Authenticate", "Bearer");
  if (status === 429 || status === 503) response.setHeader("Retry-After", "1");
  send(response, status, { status: "error", code: status, message: MESSAGES[status], explanation: message });
}

function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (!(error instanceof TranslationError)) return new HttpError(500, "an error of this service");
  return new HttpError(error.kind === "text" ? 422 : 503, error.message);
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed || response.headersSent) return;
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}
