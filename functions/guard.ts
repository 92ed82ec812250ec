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

/** The same request without the body that nobody will read. */
export function withoutBody(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete("Content-Length");
  headers.delete("Content-Type");
  return new Request(request.url, { method: request.method, headers, signal: request.signal });
}
