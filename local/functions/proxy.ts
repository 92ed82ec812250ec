/** Streams a request to a function's process and the response back. */

import { type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";

/** Hosted also gives up after this time without a byte. */
const IDLE_TIMEOUT_MS = 150_000;
const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer", "proxy-authorization"];

/** Connects to a function's process and sends nothing yet. Returns null when no process listens. */
export function connectToPort(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(null));
  });
}

export async function forward(req: IncomingMessage, res: ServerResponse, socket: Socket, path: string): Promise<void> {
  const headers: OutgoingHttpHeaders = { ...req.headers, host: `127.0.0.1:${socket.remotePort}` };
  for (const name of HOP_BY_HOP) delete headers[name];
  // A body without a length is forwarded in chunks, as received.
  if (req.headers["transfer-encoding"] !== undefined) headers["transfer-encoding"] = "chunked";
  await new Promise<void>((resolve) => {
    const upstream = request({ createConnection: () => socket, path, method: req.method, headers }, (response) => {
      const responseHeaders: OutgoingHttpHeaders = { ...response.headers };
      for (const name of HOP_BY_HOP) delete responseHeaders[name];
      res.writeHead(response.statusCode ?? 502, responseHeaders);
      response.on("error", () => res.destroy());
      response.pipe(res);
    });
    upstream.setTimeout(IDLE_TIMEOUT_MS, () => upstream.destroy(new Error("idle")));
    upstream.on("error", (error) => {
      if (res.headersSent) res.destroy();
      else if (error.message === "idle") sendError(res, 504, "IDLE_TIMEOUT", "The function did not respond in time");
      else sendError(res, 502, "WORKER_ERROR", "The function exited during the request (please check logs)");
    });
    res.on("close", () => {
      upstream.destroy();
      resolve();
    });
    req.on("error", () => upstream.destroy());
    req.pipe(upstream);
  });
}

/** Sends an error of the gateway itself. As hosted, any origin may read it. */
export function sendError(res: ServerResponse, status: number, code: string, message: string): void {
  res.writeHead(status, { "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" });
  res.end(JSON.stringify({ code, message }));
}
