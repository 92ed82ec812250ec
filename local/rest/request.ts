/** A request as the statements need it. */
import { type Media, type Preferences, parseAccept, parsePrefer, parseRange, type Range } from "./preferences.ts";

export interface RestRequest {
  readonly method: string;
  readonly query: URLSearchParams;
  readonly range: Range;
  readonly prefer: Preferences;
  readonly media: Media;
  /** Without parameters; empty when absent. */
  readonly contentType: string;
  readonly body: string;
  /** Row limit of a response. */
  readonly maxRows: number;
}

export async function readRestRequest(request: Request, maxRows: number): Promise<RestRequest> {
  const { method, headers } = request;
  const { searchParams: query } = new URL(request.url);
  // The gateway also accepts the key in the URL.
  query.delete("apikey");
  const isRead = method === "GET" || method === "HEAD";
  return {
    method,
    query,
    range: parseRange(query, isRead ? headers.get("range") : null),
    prefer: parsePrefer(headers.get("prefer")),
    media: parseAccept(headers.get("accept")),
    contentType: (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "",
    body: isRead ? "" : await request.text(),
    maxRows,
  };
}
