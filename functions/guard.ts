/**
 * A request that is too large or comes too often reaches no loader and no action, and still gets a page: what was typed
 * stays in the form, and the notice of `app/platform/RefusedNotice.tsx` says why, by the catalogue.
 */
import { data, type ServerBuild } from "@remix-run/cloudflare";
import { ERRORS } from "#contracts/errors.ts";
import { refusal } from "~/platform/failure.ts";

type Route = ServerBuild["routes"][string];

export function guarded(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, { ...route, module: guardedModule(route) }]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function guardedModule({ module }: Route): Route["module"] {
  const { action, loader } = module;
  const screen = module.default !== undefined;
  return {
    ...module,
    ...(action && {
      action: (args: Parameters<typeof action>[0]) => {
        const { refused } = args.context;
        if (refused === null) return action(args);
        const answer = { refused: refused.failure.code };
        const init = { status: ERRORS[refused.failure.code].status };
        return screen ? data(answer, init) : Response.json(answer, init);
      },
    }),
    ...(loader && {
      loader: (args: Parameters<typeof loader>[0]) => {
        const { refused } = args.context;
        // After a refused write the page is shown again, by what its loaders say.
        if (refused?.reads) throw refusal(refused.failure);
        return loader(args);
      },
    }),
  };
}

/** Bytes. Who sends more than this meant no form of ours, and may lose the connection. */
const HEARD_OUT = 8 * 1024 * 1024;

/**
 * The same request without its body, which is read and thrown away: an answer that comes before the sender was heard out
 * breaks the connection, and the page with what was typed would be gone.
 */
export async function withoutBody(request: Request): Promise<Request> {
  await hearOut(request.body);
  const headers = new Headers(request.headers);
  headers.delete("Content-Length");
  headers.delete("Content-Type");
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}

async function hearOut(body: Request["body"]): Promise<void> {
  if (body === null) return;
  const reader = body.getReader();
  let heard = 0;
  try {
    for (let part = await reader.read(); !part.done && heard < HEARD_OUT; part = await reader.read())
      heard += part.value.byteLength;
  } catch {
    // The sender went away: nobody waits for the answer.
  }
  await reader.cancel().catch(() => {});
}
