/**
 * A request that is too large or comes too often reaches no loader and no action, one whose body is no form no more than
 * the reading of it, and still gets a page: what was typed stays in the form, and the notice of
 * `app/lib/RequestErrorNotice.tsx` says why, by the catalogue. A page without scripts is a new one then: it is given what
 * was typed, as far as that could be sent again.
 */
import { data, type ServerBuild } from "@remix-run/cloudflare";
import { ERRORS, type ErrorCode } from "#contracts/errors.ts";
import type { FormFields } from "~/lib/loadContext.ts";
import { maxBodyBytes } from "~/lib/requestLimits.ts";
import { errorResponse } from "~/lib/routeErrors.ts";

type Route = ServerBuild["routes"][string];

export function withRequestGuards(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, { ...route, module: withModuleGuards(route) }]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function withModuleGuards({ module }: Route): Route["module"] {
  const { action, loader } = module;
  const hasScreen = module.default !== undefined;
  const errorResult = (code: ErrorCode, typed: FormFields = []) => {
    const init = { status: ERRORS[code].status };
    return hasScreen ? data({ refused: code, typed }, init) : Response.json({ refused: code }, init);
  };
  return {
    ...module,
    ...(action && {
      action: async (args: Parameters<typeof action>[0]) => {
        const { refused } = args.context;
        if (refused !== null) return errorResult(refused.failure.code, refused.typed);
        try {
          return await action({ ...args, request: withFormErrors(args.request) });
        } catch (error) {
          if (error instanceof NotAFormError) return errorResult("request/invalid");
          throw error;
        }
      },
    }),
    ...(loader && {
      loader: (args: Parameters<typeof loader>[0]) => {
        const { refused } = args.context;
        // After a refused write the page is shown again, by what its loaders say.
        if (refused?.reads) throw errorResponse(refused.failure);
        return loader(args);
      },
    }),
  };
}

class NotAFormError extends Error {}

/** Says so in one way when its body is no form: runtimes throw what they like, and Remix would make a 500 of it. */
function withFormErrors(request: Request): Request {
  const formData = request.formData.bind(request);
  request.formData = () =>
    formData().catch(() => {
      throw new NotAFormError();
    });
  return request;
}

/** Bytes. Who sends more than this meant no form of ours, and may lose the connection. */
const MAX_DRAINED_BYTES = 8 * 1024 * 1024;

interface DrainedRequest {
  /** The same request without its body. */
  readonly request: Request;
  readonly typed: FormFields;
}

/**
 * A refused request as its page is to be told of it. Its body is read to the end: an answer that comes before the sender
 * was heard out breaks the connection, and the page with what was typed would be gone.
 */
export async function drainBody(request: Request): Promise<DrainedRequest> {
  const { pathname } = new URL(request.url);
  const body = await readBody(request.body);
  const headers = new Headers(request.headers);
  // Scripts keep in their page what was typed there.
  const typed = pathname.endsWith(".data") ? [] : await formFieldsOf(body, headers, maxBodyBytes(pathname));
  headers.delete("Content-Length");
  headers.delete("Content-Type");
  return { request: new Request(request.url, { method: request.method, headers, signal: request.signal }), typed };
}

/**
 * A form's fields without its files, which may be what made it too large; nothing of what is no form, and nothing that
 * would be too large again.
 */
async function formFieldsOf(body: Blob, headers: Headers, maxBytes: number): Promise<FormFields> {
  try {
    const form = await new Response(body, {
      headers: { "Content-Type": headers.get("Content-Type") ?? "" },
    }).formData();
    const typed = [...form].flatMap(([name, value]): FormFields => (typeof value === "string" ? [[name, value]] : []));
    return new Blob(typed.flat()).size <= maxBytes ? typed : [];
  } catch {
    return [];
  }
}

/** What was sent, or nothing of it where it was no form of ours or did not come whole. */
async function readBody(body: Request["body"]): Promise<Blob> {
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, out) {
      bytes += part.byteLength;
      if (bytes > MAX_DRAINED_BYTES) out.error("too much");
      else out.enqueue(part);
    },
  });
  try {
    return await new Response(body?.pipeThrough(limit) ?? null).blob();
  } catch {
    return new Blob();
  }
}
