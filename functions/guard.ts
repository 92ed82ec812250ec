/**
 * A request that is too large or comes too often reaches no loader and no action, one whose body is no form no more than
 * the reading of it, and still gets a page: what was typed stays in the form, and the notice of
 * `app/platform/RefusedNotice.tsx` says why, by the catalogue.
 */
import { data, type ServerBuild } from "@remix-run/cloudflare";
import { ERRORS, type ErrorCode } from "#contracts/errors.ts";
import { refusal } from "~/platform/failure.ts";

type Route = ServerBuild["routes"][string];

export function guarded(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, { ...route, module: guardedModule(route) }]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function guardedModule({ module }: Route): Route["module"] {
  const { action, loader } = module;
  const screen = module.default !== undefined;
  const answer = (code: ErrorCode) => {
    const init = { status: ERRORS[code].status };
    return screen ? data({ refused: code }, init) : Response.json({ refused: code }, init);
  };
  return {
    ...module,
    ...(action && {
      action: async (args: Parameters<typeof action>[0]) => {
        const { refused } = args.context;
        if (refused !== null) return answer(refused.failure.code);
        try {
          return await action({ ...args, request: askedForItsForm(args.request) });
        } catch (error) {
          if (error instanceof NoForm) return answer("request/invalid");
          throw error;
        }
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

class NoForm extends Error {}

/** Says so in one way when its body is no form: runtimes throw what they like, and Remix would make a 500 of it. */
function askedForItsForm(request: Request): Request {
  const formData = request.formData.bind(request);
  request.formData = () =>
    formData().catch(() => {
      throw new NoForm();
    });
  return request;
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
