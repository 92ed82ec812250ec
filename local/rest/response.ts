/** The response to a statement's result. Throws when the result breaks what the request asked for. */
import * as z from "zod";
import { parseJson, RestError } from "./errors.ts";
import { notSatisfiable } from "./preferences.ts";
import type { RestRequest } from "./request.ts";
import type { Result } from "./statement.ts";

/** A result that must not stay: its transaction is rolled back. */
export function checkResult({ media, prefer, range, method }: RestRequest, result: Result): void {
  const { count, total } = result;
  const { maxAffected } = prefer;
  if (maxAffected !== null && method !== "GET" && method !== "HEAD" && count > maxAffected) {
    throw new RestError(400, {
      code: "PGRST124",
      message: "Query result exceeds max-affected preference constraint",
      details: `The query affects ${count} rows`,
    });
  }
  if (media.single && result.body !== null && count !== 1) throw notSingular(count);
  if (total !== null && range.offset > 0 && range.offset >= Number(total) && Number(total) > 0) {
    throw notSatisfiable(`An offset of ${range.offset} was requested, but there are only ${total} rows.`);
  }
}

const notSingular = (count: number): RestError =>
  new RestError(406, {
    code: "PGRST116",
    message: "Cannot coerce the result to a single JSON object",
    details: `The result contains ${count} rows`,
  });

const headerList = z.array(z.record(z.string(), z.string()));

/** @param fallback the status when no function sets one */
export function toResponse(request: RestRequest, result: Result, fallback: number): Response {
  const { media, prefer, method } = request;
  const headers = new Headers(ownHeaders(result.headers));
  if (!headers.has("content-range")) headers.set("content-range", contentRange(request, result));
  if (prefer.applied.length > 0) headers.set("preference-applied", prefer.applied.join(", "));
  const isPartial =
    fallback === 200 && result.total !== null && method !== "POST" && result.count < Number(result.total);
  const status = ownStatus(result.status) ?? (isPartial ? 206 : fallback);
  if (result.body === null || status === 204) return new Response(null, { status, headers });
  if (!headers.has("content-type")) headers.set("content-type", `${media.type}; charset=utf-8`);
  return new Response(method === "HEAD" ? null : result.body, { status, headers });
}

function contentRange({ method, range: { offset } }: RestRequest, { count, total }: Result): string {
  const rows = method === "DELETE" || method === "POST" || count === 0 ? "*" : `${offset}-${offset + count - 1}`;
  return `${rows}/${total ?? "*"}`;
}

function ownStatus(text: string | null): number | null {
  if (text === null) return null;
  if (/^[1-5]\d\d$/u.test(text)) return Number(text);
  throw new RestError(500, { code: "PGRST112", message: "response.status guc must be a valid status code" });
}

function ownHeaders(text: string | null): [string, string][] {
  if (text === null) return [];
  const list = parseJson(headerList, text);
  if (list !== null) return list.flatMap((one) => Object.entries(one));
  throw new RestError(500, {
    code: "PGRST111",
    message: "response.headers guc must be a JSON array composed of objects with a single key and a string value",
  });
}
