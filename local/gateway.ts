/**
 * The single entry point of the stack: a server on 127.0.0.1. It rejects foreign host names, requires an API key and
 * identifies the caller before any service sees the request.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type Auth, isOpenPath } from "./auth/index.ts";
import { BodyTooLargeError, clientAddress, corsHeaders, isLoopbackHost, readRequest, sendResponse } from "./http.ts";
import { identify } from "./identity.ts";
import type { Inbox } from "./inbox/index.ts";
import { callerOfKey, type Keys, PUBLISHABLE_KEY } from "./keys.ts";
import type { Rest } from "./rest/index.ts";
import type { Storage } from "./storage/index.ts";

/** The part of Realtime that the gateway uses. */
export interface RealtimeHandler {
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void;
  handleRequest(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

/** The part of the edge functions that the gateway uses. */
export interface FunctionsHandler {
  /** Handles `/functions/v1/<name>…`. Checks the token itself where the function's configuration requires it. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

export interface Services {
  keys: Keys;
  rest: Rest;
  auth: Auth;
  inbox: Inbox;
  realtime: RealtimeHandler;
  functions: FunctionsHandler;
  storage: Storage;
  log(line: string): void;
}

export interface Gateway {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Starts to serve; before, every request gets 503. */
  serve(services: Services): void;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1. Throws one sentence when the port is in use. */
export async function openGateway(port: number): Promise<Gateway> {
  let services: Services | undefined;
  const server = createServer((req, res) => {
    if (!isLoopbackHost(req))
      return sendJson(res, 421, { message: "This server only accepts the hosts 127.0.0.1 and localhost." });
    if (services === undefined) return sendJson(res, 503, { message: "Starting." });
    const { log } = services;
    handleRequest(services, req, res).catch((error: unknown) => {
      if (error instanceof BodyTooLargeError) return sendJson(res, 413, { message: "The body is too large." });
      log(`gateway: ${req.method} ${serviceOf(req)} failed: ${error instanceof Error ? error.name : "unknown"}`);
      if (!res.headersSent) sendJson(res, 500, { message: "Unexpected failure." });
      else res.destroy();
    });
  });
  server.on("upgrade", (req: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const { pathname, searchParams } = urlOf(req);
    const key = searchParams.get("apikey") ?? header(req, "apikey") ?? "";
    if (!isLoopbackHost(req)) return rejectUpgrade(socket, "421 Misdirected Request");
    if (services === undefined) return rejectUpgrade(socket, "503 Service Unavailable");
    if (!pathname.startsWith("/realtime/v1/")) return rejectUpgrade(socket, "404 Not Found");
    if (callerOfKey(key) === null) return rejectUpgrade(socket, "401 Unauthorized");
    services.realtime.handleUpgrade(req, socket, head);
  });
  const boundPort = await listen(server, port);
  return {
    url: `http://127.0.0.1:${boundPort}`,
    serve: (ready) => {
      services = ready;
    },
    close: async () => {
      services = undefined;
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function handleRequest(services: Services, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { pathname, searchParams } = urlOf(req);
  if (pathname.startsWith("/functions/v1/")) return await services.functions.handle(req, res);

  for (const [name, value] of corsHeaders(req)) res.setHeader(name, value);
  if (services.storage.isPublic(req)) return await services.storage.handle(req, res, null);
  if (req.method === "OPTIONS") {
    res.writeHead(204).end();
    return;
  }
  if (pathname === "/health") return sendJson(res, 200, { status: "ok" });
  if (pathname === "/inbox" || pathname.startsWith("/inbox/")) {
    // Pages of other origins must not read the codes in the inbox.
    for (const [name] of corsHeaders(req)) res.removeHeader(name);
    if (req.method === "POST" && pathname === "/inbox/emails")
      return await sendResponse(res, await services.inbox.receive(await readRequest(req)));
    if (req.method === "POST" && pathname === "/inbox/sms")
      return await sendResponse(res, await services.inbox.receiveSms(await readRequest(req)));
    const page = req.method === "GET" ? services.inbox.handle(new Request(urlOf(req))) : null;
    return page ? await sendResponse(res, page) : sendJson(res, 404, { message: "Not found." });
  }
  if (isOpenPath(req.method ?? "", pathname)) {
    return await sendResponse(res, await services.auth.handle(await readRequest(req), clientAddress(req, false)));
  }

  const isStorage = pathname.startsWith("/storage/v1/");
  const bearer = header(req, "authorization");
  // As hosted, Storage accepts a token without an API key.
  const key = header(req, "apikey") ?? searchParams.get("apikey") ?? (isStorage && bearer ? PUBLISHABLE_KEY : null);
  const keyError = apiKeyError(key, header(req, "user-agent"));
  if (keyError || key === null) return sendJson(res, 401, keyError ?? MISSING_KEY);

  if (pathname.startsWith("/auth/v1/")) {
    const address = clientAddress(req, callerOfKey(key)?.role === "service_role");
    return await sendResponse(res, await services.auth.handle(await readRequest(req), address));
  }
  if (pathname.startsWith("/rest/v1/") || pathname === "/rest/v1") {
    const identity = await identify(services.keys, key, bearer);
    if ("errorResponse" in identity) return await sendResponse(res, identity.errorResponse);
    return await sendResponse(res, await services.rest.handle(await readRequest(req), identity.caller));
  }
  if (isStorage) {
    const identity = await identify(services.keys, key, bearer);
    if ("caller" in identity) return await services.storage.handle(req, res, identity.caller);
    return await services.storage.rejectToken(res, identity.errorResponse);
  }
  if (pathname.startsWith("/realtime/v1/")) {
    const identity = await identify(services.keys, key, bearer);
    if ("errorResponse" in identity) return await sendResponse(res, identity.errorResponse);
    return await services.realtime.handleRequest(req, res);
  }
  sendJson(res, 404, { message: "no Route matched with those values" });
}

const MISSING_KEY = {
  message: "No API key found in request",
  hint: "No `apikey` request header or url param was found.",
};

/** Returns why a key is rejected, else null. As hosted, a secret key in a browser is rejected: it is a leak. */
function apiKeyError(key: string | null, agent: string | null): { message: string; hint: string } | null {
  if (key === null || key === "") return MISSING_KEY;
  const caller = callerOfKey(key);
  if (caller === null) return { message: "Invalid API key", hint: "Double check your Supabase `apikey`." };
  if (caller.role === "service_role" && /^\s*Mozilla\/5\.0/iu.test(agent ?? "")) {
    return { message: "Forbidden use of secret API key in browser", hint: "Use the publishable key." };
  }
  return null;
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(
        "code" in error && error.code === "EADDRINUSE"
          ? new Error(`Port ${port} of 127.0.0.1 is in use: stop the program that uses it, or choose another port.`)
          : error,
      ),
    );
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The gateway has no port.");
  return address.port;
}

/** Returns the service of a request. Only this part of a path may be logged. */
const serviceOf = (req: IncomingMessage) => urlOf(req).pathname.split("/").slice(0, 3).join("/");
const urlOf = (req: IncomingMessage) => new URL(req.url ?? "/", "http://127.0.0.1");

function header(req: IncomingMessage, name: string): string | null {
  const value = req.headers[name];
  return typeof value === "string" ? value : null;
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}

function rejectUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
