/** Passes a request to a function's process and its answer back, as streams. */
import { type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from "node:http";

/** Milliseconds without a byte after which hosted gives up too. */
const IDLE_LIMIT = 150_000;
const HOP_BY_HOP = ["connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer", "proxy-authorization"];

export async function forward(req: IncomingMessage, res: ServerResponse, port: number, path: string): Promise<void> {
  const headers: OutgoingHttpHeaders = { ...req.headers, host: `127.0.0.1:${port}` };
  for (const name of HOP_BY_HOP) delete headers[name];
  // Without a length the body goes on in chunks, as it came.
  if (req.headers["transfer-encoding"] !== undefined) headers["transfer-encoding"] = "chunked";
  await new Promise<void>((resolve) => {
    const onward = request({ host: "127.0.0.1", port, path, method: req.method, headers }, (answer) => {
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
