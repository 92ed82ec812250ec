/**
 * A request that is too large or comes too often reaches no loader and no action, one whose body is no form no more than
 * the reading of it, and still gets a page: what was typed stays in the form, and the notice of
 * `app/platform/RefusedNotice.tsx` says why, by the catalogue. A page without scripts is a new one then: it is given what
 * was typed, unless that was too large.
 */
import { data, type ServerBuild } from "@remix-run/cloudflare";
import { ERRORS, type ErrorCode, type Failure } from "#contracts/errors.ts";
import { HEARD_OUT } from "~/platform/bodies.ts";
import type { Typed } from "~/platform/context.ts";
import { refusal } from "~/platform/failure.ts";

type Route = ServerBuild["routes"][string];

export function guarded(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, { ...route, module: guardedModule(route) }]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function guardedModule({ module }: Route): Route["module"] {
  const { action, loader } = module;
  const screen = module.default !== undefined;
  const answer = (code: ErrorCode, typed: Typed = []) => {
    const init = { status: ERRORS[code].status };
    return screen ? data({ refused: code, typed }, init) : Response.json({ refused: code }, init);
  };
  return {
    ...module,
    ...(action && {
      action: async (args: Parameters<typeof action>[0]) => {
        const { refused } = args.context;
        if (refused !== null) return answer(refused.failure.code, refused.typed);
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

interface Unheard {
  /** The same request without its body. */
  readonly request: Request;
  readonly typed: Typed;
}

/**
 * A refused request as its page is to be told of it. Its body is read to the end: an answer that comes before the sender
 * was heard out breaks the connection, and the page with what was typed would be gone.
 */
export async function unheard(request: Request, { code }: Failure): Promise<Unheard> {
  // Scripts keep in their page what was typed there.
  const keeps = code !== "request/too-large" && !new URL(request.url).pathname.endsWith(".data");
  const typed = keeps ? await typedIn(request) : [];
  if (!keeps) await hearOut(request.body);
  const headers = new Headers(request.headers);
  headers.delete("Content-Length");
  headers.delete("Content-Type");
  return { request: new Request(request.url, { method: request.method, headers, signal: request.signal }), typed };
}

/** Of what is no form nothing. Read as it is first: a form that cannot be parsed would stop in its middle. */
async function typedIn(request: Request): Promise<Typed> {
  try {
    const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" };
    const form = await new Response(await request.arrayBuffer(), { headers }).formData();
    return [...form].flatMap(([name, value]): Typed => (typeof value === "string" ? [[name, value]] : []));
  } catch {
    return [];
  }
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
