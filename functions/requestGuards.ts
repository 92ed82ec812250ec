/**
 * Guards around loaders and actions. A request that is too large or rate limited reaches no loader or action; a body
 * that is no form fails when it is read. The sender still gets a page: the form keeps its values, and
 * `app/lib/RequestErrorNotice.tsx` shows the error of the catalogue. A page without JavaScript is rendered with the
 * submitted values, as far as they could be sent again.
 */
import { data, type LoaderFunctionArgs, redirect, type ServerBuild } from "@remix-run/cloudflare";
import { errorStatus } from "#contracts/errorStatuses.ts";
import type { ErrorCode } from "#contracts/errors.ts";
import type { FormFields } from "~/lib/loadContext.ts";
import { factorPath } from "~/lib/postSignInPath.ts";
import { maxBodyBytes } from "~/lib/requestLimits.ts";
import { errorResponse } from "~/lib/routeErrors.ts";

type Route = ServerBuild["routes"][string];
type RequestArgs = Pick<LoaderFunctionArgs, "request" | "context">;

export function withRequestGuards(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, { ...route, module: withModuleGuards(route) }]);
  return { ...build, routes: Object.fromEntries(routes) };
}

function withModuleGuards({ module }: Route): Route["module"] {
  const { action, loader } = module;
  const hasScreen = module.default !== undefined;
  const errorResult = (code: ErrorCode, typed: FormFields = []) => {
    const init = { status: errorStatus(code) };
    return hasScreen ? data({ refused: code, typed }, init) : Response.json({ refused: code }, init);
  };
  const asViewer = <Result>(args: RequestArgs, run: () => Result) => (hasScreen ? reloadIfEnded(args, run) : run());
  return {
    ...module,
    ...(action && {
      action: async (args: Parameters<typeof action>[0]) => {
        const { refused } = args.context;
        if (refused !== null) return errorResult(refused.failure.code, refused.typed);
        try {
          return await asViewer(args, () => action({ ...args, request: withFormErrors(args.request) }));
        } catch (error) {
          if (error instanceof NotAFormError) return errorResult("request/invalid");
          throw error;
        }
      },
    }),
    ...(loader && {
      loader: (args: Parameters<typeof loader>[0]) => {
        const { refused } = args.context;
        // After a rejected write the loaders render the page again.
        if (refused?.reads) throw errorResponse(refused.failure);
        return asViewer(args, () => loader(args));
      },
    }),
  };
}

/**
 * Runs a loader or an action. Redirects to the same page if the session of its viewer turned out to be ended elsewhere: the
 * result is one for nobody then. The session is marked as ended, so an account page leads to sign in, a meeting to its pre-join page.
 * If the session lacks the second factor, it redirects to the page that asks for it.
 */
async function reloadIfEnded<Result>({ request, context }: RequestArgs, run: () => Result): Promise<Awaited<Result>> {
  try {
    return await run();
  } finally {
    if (context.session.hasLostViewer()) redirectToSamePage(request);
    if (context.session.lacksFactor()) redirectToFactor(request);
  }
}

function redirectToSamePage(request: Request): never {
  const { pathname, search } = new URL(request.url);
  throw redirect(pathname + search);
}

/** Leads to the second step of the sign-in, and back to this page. */
function redirectToFactor(request: Request): never {
  const { pathname, search } = new URL(request.url);
  throw redirect(factorPath(pathname + search));
}

class NotAFormError extends Error {}

/** No page of ours has a form with so many. */
const MAX_FIELDS = 200;

/** Types of forms as browsers send them. Others may mean something else to the runtime than to us. */
const URL_ENCODED = /^application\/x-www-form-urlencoded(?:;\s*charset=[\w-]+)?$/iu;
const MULTIPART = /^multipart\/form-data;\s*boundary=([\w'()+,./:=?-]{1,70})$/iu;

/** Returns what stands between the fields of a form, or null for another type. */
function fieldSeparator(type: string): string | null {
  const boundary = MULTIPART.exec(type)?.[1];
  if (boundary !== undefined) return `--${boundary}`;
  return URL_ENCODED.test(type) ? "&" : null;
}

/** Throws for a body that is no form, and for one with so many fields that parsing them takes long. */
async function parseForm(body: Blob, type: string): Promise<FormData> {
  const separator = fieldSeparator(type);
  if (separator === null) throw new NotAFormError();
  if ((await body.text()).split(separator, MAX_FIELDS + 3).length > MAX_FIELDS + 2) throw new NotAFormError();
  return await new Response(body, { headers: { "Content-Type": type } }).formData();
}

/** Maps a body that is no form to one error: runtimes throw different ones, and Remix would respond 500. */
function withFormErrors(request: Request): Request {
  const { headers } = request;
  const blob = request.blob.bind(request);
  request.formData = async () => {
    try {
      return await parseForm(await blob(), headers.get("Content-Type") ?? "");
    } catch {
      throw new NotAFormError();
    }
  };
  return request;
}

/** Bytes. A larger body is none of our forms, and its connection may break. */
export const MAX_DRAINED_BYTES = 8 * 1024 * 1024;
/** Bytes of a rejected body that are kept and parsed. Further ones are read and dropped, which costs little. */
export const MAX_KEPT_BYTES = 256 * 1024;

interface DrainedRequest {
  /** Returns the request without its body. */
  readonly request: Request;
  readonly typed: FormFields;
}

/**
 * Returns the rejected request for its page. Reads its body to the end: a response before that breaks the connection,
 * and the page would lose its values. Keeps at most `keptBytes` of it.
 */
export async function drainBody(request: Request, keptBytes = MAX_KEPT_BYTES): Promise<DrainedRequest> {
  const { pathname } = new URL(request.url);
  const body = await readBody(request.body, keptBytes);
  const headers = new Headers(request.headers);
  // Scripts keep the values in their page.
  const typed = pathname.endsWith(".data") ? [] : await formFieldsOf(body, headers, maxBodyBytes(pathname));
  headers.delete("Content-Length");
  headers.delete("Content-Type");
  return { request: new Request(request.url, { method: request.method, headers, signal: request.signal }), typed };
}

/**
 * Returns a form's fields without its files, which may have made it too large. Omits bodies that are no form or would be too
 * large again.
 */
async function formFieldsOf(body: Blob, headers: Headers, maxBytes: number): Promise<FormFields> {
  try {
    const form = await parseForm(body, headers.get("Content-Type") ?? "");
    const typed = [...form].flatMap(
      ([name, value]): FormFields => (typeof value === "string" && !isPasswordField(name) ? [[name, value]] : []),
    );
    return new Blob(typed.flat()).size <= maxBytes ? typed : [];
  } catch {
    return [];
  }
}

/** Whether a page must never contain the submitted value. */
const isPasswordField = (name: string): boolean => /password/iu.test(name);

/** Returns the body, or nothing if it is incomplete or longer than `keptBytes`. */
async function readBody(body: Request["body"], keptBytes: number): Promise<Blob> {
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = body?.getReader();
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
      bytes += next.value.byteLength;
      if (bytes > MAX_DRAINED_BYTES) {
        await reader?.cancel();
        break;
      }
      if (bytes <= keptBytes) parts.push(next.value);
      else parts = [];
    }
    return bytes <= keptBytes ? new Blob(parts) : new Blob();
  } catch {
    return new Blob();
  }
}
