/** Passes a request to a function's process and its answer back, as streams. */

import { type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";

/** Milliseconds without a byte after which hosted gives up too. */
const IDLE_LIMIT = 150_000;
const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer", "proxy-authorization"];

/** A connection to a function's process; null when nobody listens there any more. Nothing was sent yet. */
export function reach(port: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(null));
  });
}

export async function forward(req: IncomingMessage, res: ServerResponse, socket: Socket, path: string): Promise<void> {
  const headers: OutgoingHttpHeaders = { ...req.headers, host: `127.0.0.1:${socket.remotePort}` };
  for (const name of HOP_BY_HOP) delete headers[name];
  // Without a length the body goes on in chunks, as it came.
  if (req.headers["transfer-encoding"] !== undefined) headers["transfer-encoding"] = "chunked";
  await new Promise<void>((resolve) => {
    const onward = request({ createConnection: () => socket, path, method: req.method, headers }, (answer) => {
      const back: OutgoingHttpHeaders = { ...answer.headers };
      for (const name of HOP_BY_HOP) delete back[name];
      res.writeHead(answer.statusCode ?? 502, back);
      answer.on("error", () => res.destroy());
      answer.pipe(res);
    });
    onward.setTimeout(IDLE_LIMIT, () => onward.destroy(new Error("idle")));
    onward.on("error", (error) => {
      if (res.headersSent) res.destroy();
      else if (error.message === "idle") refuse(res, 504, "IDLE_TIMEOUT", "The function did not answer in time");
      else refuse(res, 502, "WORKER_ERROR", "The function ended while it worked (please check logs)");
    });
    res.on("close", () => {
      onward.destroy();
      resolve();
    });
    req.on("error", () => onward.destroy());
    req.pipe(onward);
  });
}

/** An answer of the gateway itself; readable by any page, as hosted. */
export function refuse(res: ServerResponse, status: number, code: string, message: string): void {
  res.writeHead(status, { "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" });
  res.end(JSON.stringify({ code, message }));
}
