/** The headers of a request: the form and the rows of its response, and its preferences. */
import { notSupported, RestError } from "./errors.ts";

/** Accepted values by preference. */
const KNOWN = {
  resolution: ["merge-duplicates", "ignore-duplicates"],
  return: ["representation", "minimal", "headers-only"],
  count: ["exact", "planned", "estimated"],
  missing: ["default", "null"],
  handling: ["strict", "lenient"],
  // Hosted does not let a caller end the transaction, so `tx` has no effect.
  tx: ["commit", "rollback"],
} as const;

export interface Preferences {
  readonly resolution?: string;
  readonly return?: string;
  readonly count?: string;
  readonly missing?: string;
  /** Applies with `handling=strict` only. */
  readonly maxAffected: number | null;
  /** Not yet compared with the zones of Postgres. */
  readonly timezone: string | null;
  readonly isStrict: boolean;
  /** The preferences that apply, for `Preference-Applied`. */
  readonly applied: readonly string[];
}

/** Throws for an unknown preference under `handling=strict`. Ignores it otherwise. */
export function parsePrefer(header: string | null): Preferences {
  const found = new Map<string, string>();
  const applied: string[] = [];
  const invalid: string[] = [];
  for (const item of (header ?? "").split(",").map((text) => text.trim())) {
    const [name = "", value = ""] = item.split("=", 2);
    if (item === "" || found.has(name)) continue;
    if (name === "timezone" || (name === "max-affected" && /^\d+$/u.test(value))) {
      found.set(name, value);
    } else if (isKnown(name, value)) {
      found.set(name, value);
      if (name !== "tx") applied.push(item);
    } else invalid.push(item);
  }
  const isStrict = found.get("handling") === "strict";
  if (isStrict && invalid.length > 0) throw invalidPreferences(invalid.join(", "));
  const limit = isStrict ? found.get("max-affected") : undefined;
  if (limit !== undefined) applied.push(`max-affected=${limit}`);
  return {
    ...Object.fromEntries(["resolution", "return", "count", "missing"].flatMap((name) => entry(name, found.get(name)))),
    maxAffected: limit === undefined ? null : Number(limit),
    timezone: found.get("timezone") ?? null,
    isStrict,
    applied,
  };
}

const entry = (name: string, value: string | undefined): [string, string][] =>
  value === undefined ? [] : [[name, value]];

const isKnown = (name: string, value: string): boolean =>
  Object.entries(KNOWN).some(([known, values]) => known === name && values.some((one) => one === value));

export const invalidPreferences = (list: string): RestError =>
  new RestError(400, {
    code: "PGRST122",
    message: "Invalid preferences given with handling=strict",
    details: `Invalid preferences: ${list}`,
  });

/** The form of a response. */
export interface Media {
  readonly type: string;
  /** One object instead of an array. */
  readonly single: boolean;
  /** Without the keys of null values. */
  readonly stripped: boolean;
}

const JSON_TYPE = "application/json";
const OBJECT_TYPE = "application/vnd.pgrst.object";
const ARRAY_TYPE = "application/vnd.pgrst.array";
/** Types that PostgREST has and this stack has not. */
const LEFT_OUT =
  /^(?:text\/csv|text\/plain|text\/xml|application\/(?:geo\+json|octet-stream|openapi\+json|vnd\.pgrst\.plan))/u;

/** Returns the first acceptable form. */
export function parseAccept(header: string | null): Media {
  const items = (header ?? "*/*").split(",").map((item) => item.trim().toLowerCase());
  for (const item of items) {
    const [full = "", ...parameters] = item.split(";").map((part) => part.trim());
    const type = full.replace(/\+json$/u, "");
    const stripped = parameters.includes("nulls=stripped");
    if (full === JSON_TYPE || full === "*/*" || full === "application/*") {
      return { type: JSON_TYPE, single: false, stripped: false };
    }
    if (type === OBJECT_TYPE) return { type: withNulls(`${OBJECT_TYPE}+json`, stripped), single: true, stripped };
    if (type === ARRAY_TYPE && stripped)
      return { type: withNulls(`${ARRAY_TYPE}+json`, true), single: false, stripped };
    if (LEFT_OUT.test(full)) throw notSupported(`the media type ${full}`, "Ask for application/json and convert it.");
  }
  const message = `None of these media types are available: ${items.join(", ")}`;
  throw new RestError(406, { code: "PGRST107", message });
}

const withNulls = (type: string, stripped: boolean) => (stripped ? `${type};nulls=stripped` : type);

export interface Range {
  readonly offset: number;
  /** Null for no limit. */
  readonly limit: number | null;
}

/** Returns the rows of `limit` and `offset`, narrowed by the header `Range`. */
export function parseRange(query: URLSearchParams, header: string | null): Range {
  const fromQuery = (name: string) => {
    const text = query.get(name);
    if (text === null) return null;
    if (!/^\d{1,15}$/u.test(text)) {
      throw new RestError(400, { code: "PGRST100", message: `failed to parse ${name} parameter (${text})` });
    }
    return Number(text);
  };
  const offset = fromQuery("offset") ?? 0;
  const limit = fromQuery("limit");
  const [, first, last] = /^(\d{1,15})-(\d{1,15})?$/u.exec(header ?? "") ?? [];
  if (first === undefined) return { offset, limit };
  const width = last === undefined ? null : Number(last) - Number(first) + 1;
  if (width !== null && width < 1) {
    throw notSatisfiable("The lower boundary must be lower than or equal to the upper boundary in the Range header.");
  }
  return {
    offset: Math.max(offset, Number(first)),
    limit: width === null ? limit : Math.min(limit ?? width, width),
  };
}

export const notSatisfiable = (details: string): RestError =>
  new RestError(416, { code: "PGRST103", message: "Requested range not satisfiable", details });
