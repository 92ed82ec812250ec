/** A scripted HTTP server on a free loopback port, in place of a third-party server. */
import type { TimeBudget } from "../_shared/translation/engine.ts";

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly headers: Headers;
}

export interface FakeServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
}

/** Runs `work` with the server, and closes the server afterwards. */
export async function withServer(
  respond: (request: ReceivedRequest) => Response | Promise<Response>,
  work: (server: FakeServer) => Promise<void>,
): Promise<void> {
  const requests: ReceivedRequest[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { method, headers, url } = request;
    const bytes = new Uint8Array(await request.arrayBuffer());
    const received = { method, headers, path: new URL(url).pathname, body: new TextDecoder().decode(bytes), bytes };
    requests.push(received);
    return await respond(received);
  });
  try {
    await work({ url: `http://127.0.0.1:${server.addr.port}`, requests });
  } finally {
    await server.shutdown();
  }
}

/** Responses of a broken engine: the reported cause, and whether the engine may have processed the text. */
export const BROKEN_RESPONSES: readonly {
  readonly name: string;
  readonly cause: string;
  readonly attempted: boolean;
  respond(): Response;
}[] = [
  {
    name: "HTML",
    cause: "not the JSON of this engine",
    attempted: true,
    respond: () => new Response("<html>Welcome to nginx</html>"),
  },
  { name: "an empty body", cause: "not the JSON of this engine", attempted: true, respond: () => new Response("") },
  {
    name: "other JSON",
    cause: "not the JSON of this engine",
    attempted: true,
    respond: () => Response.json({ ok: true }),
  },
  { name: "500", cause: "status 500", attempted: true, respond: () => new Response("Internal error", { status: 500 }) },
  {
    name: "429",
    cause: "status 429",
    attempted: false,
    respond: () => Response.json({ error: "Slowdown" }, { status: 429 }),
  },
  { name: "an endless body", cause: "too long a response", attempted: true, respond: () => new Response(endless()) },
  {
    name: "a rejected key",
    cause: "status 403",
    attempted: false,
    respond: () => new Response("Forbidden", { status: 403 }),
  },
  {
    name: "a redirect",
    cause: "no connection",
    attempted: false,
    respond: () => Response.redirect("http://127.0.0.1:1/"),
  },
];

export const shortTimeout = (): AbortSignal => AbortSignal.timeout(10_000);
/** A budget that never ends. */
export const TIME_BUDGET: TimeBudget = { startRequest: shortTimeout };

/** Protected spans between words and at an end of the text. */
export const EDGE_CASE_TEXTS = [
  "mira https://example.com/a?b=c&d=e#f, Inés, y dime",
  "{name}, tienes %1$s de %d y {{total}}",
  "😀 hola 👩🏽‍💻 a todos 🇲🇽",
  "escribe a ana+x@example.org o a @Zoë",
  "usa `rm -rf` y <b>nada</b> más",
  "una\n\ndos [[0]] tres",
];

/** The same texts from an engine that makes words upper case. */
export const EDGE_CASE_TEXTS_UPPERCASE = [
  "MIRA https://example.com/a?b=c&d=e#f, INÉS, Y DIME",
  "{name}, TIENES %1$s DE %d Y {{total}}",
  "😀 HOLA 👩🏽‍💻 A TODOS 🇲🇽",
  "ESCRIBE A ana+x@example.org O A @Zoë",
  "USA `rm -rf` Y <b>NADA</b> MÁS",
  "UNA\n\nDOS [[0]] TRES",
];

function endless(): ReadableStream<Uint8Array> {
  const part = new Uint8Array(1_000_000).fill(32);
  return new ReadableStream({ pull: (out) => out.enqueue(part) });
}
