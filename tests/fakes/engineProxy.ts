/** Forwards every request to the real translation engine, until a test injects a fault. */
import { createServer, type IncomingMessage } from "node:http";
import { onLoopback } from "../support/loopback.ts";

export type EngineFault = "none" | "down" | "slow" | "html";

export interface EngineProxy {
  url: string;
  fault: EngineFault;
  /** The number of translation requests. */
  requestCount: number;
  /** The shortest duration of a translation, in milliseconds: faster responses of the real engine wait. */
  minDurationMs: number;
  /** The duration of each translation. */
  readonly durationsMs: number[];
  close(): Promise<void>;
}

/** The delay of a slow engine, longer than `LIMITS.engineTimeout`. */
const SLOW_DELAY_MS = 10_000;

async function read(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return new Uint8Array(Buffer.concat(chunks));
}

export async function startEngineProxy(engineUrl: string): Promise<EngineProxy> {
  const server = createServer(async (request, response) => {
    const path = request.url ?? "/";
    if (path.startsWith("/translate")) proxy.requestCount += 1;
    switch (proxy.fault) {
      case "down":
        request.socket.destroy();
        return;
      case "html":
        response.writeHead(200, { "Content-Type": "text/html" }).end("<html><body>Sign in to the hotel</body></html>");
        return;
      case "slow":
        await new Promise((resolve) => {
          const timer = setTimeout(resolve, SLOW_DELAY_MS);
          response.once("close", () => {
            clearTimeout(timer);
            resolve(undefined);
          });
        });
        break;
      case "none":
        break;
      default:
        proxy.fault satisfies never;
    }
    const body = await read(request).catch(() => null);
    // The client has disconnected: its timeout is shorter than the delay.
    if (body === null || response.destroyed) return;
    const before = performance.now();
    const engineResponse = await fetch(`${engineUrl}${path}`, {
      method: request.method ?? "GET",
      headers: { "Content-Type": request.headers["content-type"] ?? "application/x-www-form-urlencoded" },
      ...(request.method === "POST" ? { body } : {}),
    }).catch(() => null);
    if (!engineResponse) return void response.writeHead(502).end();
    if (path.startsWith("/translate")) {
      const remainingMs = proxy.minDurationMs - (performance.now() - before);
      if (remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs));
      proxy.durationsMs.push(performance.now() - before);
    }
    response.writeHead(engineResponse.status, {
      "Content-Type": engineResponse.headers.get("content-type") ?? "application/json",
    });
    response.end(Buffer.from(await engineResponse.arrayBuffer()));
  });
  const listening = await onLoopback(server);
  const proxy: EngineProxy = { ...listening, fault: "none", requestCount: 0, minDurationMs: 0, durationsMs: [] };
  return proxy;
}
