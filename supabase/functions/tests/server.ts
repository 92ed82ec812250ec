/** A scripted HTTP server on a free loopback port: the engines' other side. */

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

export interface Server {
  readonly url: string;
  readonly asked: readonly Asked[];
}

/** Serves for the length of `work`. */
export async function withServer(
  answer: (asked: Asked) => Response | Promise<Response>,
  work: (server: Server) => Promise<void>,
): Promise<void> {
  const asked: Asked[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const now = { method: request.method, path: new URL(request.url).pathname, body: await request.text() };
    asked.push(now);
    return await answer(now);
  });
  try {
    await work({ url: `http://127.0.0.1:${server.addr.port}`, asked });
  } finally {
    await server.shutdown();
  }
}

/** What a broken engine says instead, and how that is called. */
export const BROKEN: readonly { readonly name: string; readonly cause: string; answer(): Response }[] = [
  { name: "HTML", cause: "not the JSON of this engine", answer: () => new Response("<html>Welcome to nginx</html>") },
  { name: "nothing", cause: "not the JSON of this engine", answer: () => new Response("") },
  { name: "JSON of another kind", cause: "not the JSON of this engine", answer: () => Response.json({ ok: true }) },
  { name: "500", cause: "status 500", answer: () => new Response("Internal error", { status: 500 }) },
  { name: "429", cause: "status 429", answer: () => Response.json({ error: "Slowdown" }, { status: 429 }) },
  { name: "a redirect", cause: "no connection", answer: () => Response.redirect("http://127.0.0.1:1/") },
];

export const soon = (): AbortSignal => AbortSignal.timeout(10_000);
