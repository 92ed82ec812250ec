import { describe, expect, test } from "vitest";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import {
  bodySizeError,
  contentSecurityPolicy,
  createNonce,
  leaveByPage,
  rejectForeignRequest,
  rejectLargeHead,
  setSecurityHeaders,
} from "./security.ts";

const SITE = "https://parley.example";
const write = (headers: Record<string, string>, method = "POST") => new Request(`${SITE}/m/x`, { method, headers });
const status = (request: Request) => rejectForeignRequest(request)?.status ?? "passes";

describe("a write must come from our own origin", () => {
  test.each([
    ["another site", { Origin: "https://evil.example", "Content-Length": "3" }],
    ["our name under another scheme", { Origin: "http://parley.example", "Content-Length": "3" }],
    ["a look-alike", { Origin: "https://parley.example.evil.example", "Content-Length": "3" }],
    ["a sandboxed frame", { Origin: "null", "Content-Length": "3" }],
    ["no origin at all", { "Content-Length": "3" }],
  ])("rejects %s", (_name, headers) => {
    expect(status(write(headers))).toBe(403);
  });

  test.each(["PUT", "PATCH", "DELETE"])("also rejects %s", (method) => {
    expect(status(write({ Origin: "https://evil.example", "Content-Length": "3" }, method))).toBe(403);
  });

  test("accepts our own pages and reads of old browsers", () => {
    expect(status(write({ Origin: SITE, "Content-Length": "3" }))).toBe("passes");
    expect(status(new Request(`${SITE}/`, { headers: { Origin: "https://evil.example" } }))).toBe("passes");
  });

  test.each([
    ["an image of another site", "cross-site", "image", 403],
    ["a frame of a neighbouring site", "same-site", "iframe", 403],
    ["a document that another site loads in advance", "cross-site", "document", 403, "prefetch;prerender"],
    ["a link of an email", "cross-site", "document", "passes"],
    ["our own script", "same-origin", "script", "passes"],
    ["our own document in advance", "same-origin", "document", "passes", "prefetch"],
    ["a typed address", "none", "document", "passes"],
  ])("reads for %s", (_name, site, destination, expected, purpose = "") => {
    const headers = new Headers({ "Sec-Fetch-Site": site, "Sec-Fetch-Dest": destination });
    if (purpose !== "") headers.set("Sec-Purpose", purpose);
    expect(status(new Request(`${SITE}/auth/callback`, { headers }))).toBe(expected);
  });

  test("rejects a body of unknown or excessive size", () => {
    expect(status(write({ Origin: SITE }))).toBe(411);
    expect(bodySizeError(write({ Origin: SITE, "Content-Length": "1048576" }))).toEqual({ code: "request/too-large" });
    expect(bodySizeError(write({ Origin: SITE, "Content-Length": "300" }))).toBeNull();
    expect(bodySizeError(new Request(`${SITE}/`))).toBeNull();
  });

  test("accepts a large body for the glossary only", () => {
    const sized = (path: string, bytes: number) =>
      bodySizeError(
        new Request(`${SITE}${path}`, { method: "POST", headers: { Origin: SITE, "Content-Length": `${bytes}` } }),
      )?.code;
    const { glossaryTerms, term, termNote } = GLOSSARY;
    const { targetLanguages } = SERVER_LIMITS;
    const largest = glossaryTerms * 3 * (termNote.max + term.max * (1 + targetLanguages));
    for (const path of ["/glossary", "/glossary?workspace=x", "/glossary.data", "/glossary.data?workspace=x"])
      expect([sized(path, largest), sized(path, 2 * largest)], path).toEqual([undefined, "request/too-large"]);
    for (const path of ["/", "/home", "/glossary/x", "/glossaryx", "/x/glossary", "/glossary.csv"])
      expect(sized(path, 65 * 1024), path).toBe("request/too-large");
  });
});

describe("contentSecurityPolicy", () => {
  const env = { supabaseUrl: "https://abc.supabase.co", publishableKey: "sb_publishable_x", iceServers: [] };

  test("connects to our origin and Supabase only", () => {
    const policy = contentSecurityPolicy(env, { nonce: "n0nce", pushOrigin: null, devOrigin: null });
    expect(policy).toContain("connect-src 'self' https://abc.supabase.co wss://abc.supabase.co;");
    expect(policy).toContain("img-src 'self' data: https://abc.supabase.co;");
    expect(policy).toContain("script-src 'nonce-n0nce' 'strict-dynamic';");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/u);
    expect(policy).toContain("worker-src blob:;");
  });

  test("permits the service worker of reminders, and no other file", () => {
    const policy = contentSecurityPolicy(env, { nonce: "n0nce", pushOrigin: SITE, devOrigin: null });
    expect(policy).toContain(`worker-src blob: ${SITE}/push-worker.js;`);
  });

  test("uses a new nonce for every response", () => {
    expect(new Set(Array.from({ length: 100 }, createNonce)).size).toBe(100);
  });

  test("forbids caching and hides the URL from other sites", () => {
    const headers = new Headers({ "Cache-Control": "public, max-age=600" });
    setSecurityHeaders(headers, "default-src 'none'", "/");
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  });

  test("keeps all but public pages out of indexes", () => {
    const robots = (pathname: string) => {
      const headers = new Headers();
      setSecurityHeaders(headers, "", pathname);
      return headers.get("X-Robots-Tag");
    };
    for (const page of ["/", "/help"]) expect(robots(page), page).toBeNull();
    for (const page of ["/m/k3f9-2mxa-7qpd", "/M/x", "/home", "/sign-in", "/_root.data", "/files/x"])
      expect(robots(page), page).toBe("noindex, nofollow");
  });
});

test("rejects headers and queries that no browser sends", () => {
  const answer = (headers: Record<string, string>, query = "") =>
    rejectLargeHead(new Request(`https://parley.example/${query}`, { headers }))?.status ?? null;
  expect(answer({ Cookie: "a=b", "Accept-Language": "es,en;q=0.9" })).toBeNull();
  expect(answer({ Cookie: "a;".repeat(20_000) })).toBe(431);
  expect(answer({ Cookie: "a=%;".repeat(179) })).toBeNull();
  expect(answer({ Cookie: "a=%;".repeat(180) })).toBe(431);
  expect(answer({ "Accept-Language": "x,".repeat(600) })).toBe(431);
  expect(answer({}, `?${"index=1&".repeat(63)}`)).toBeNull();
  expect(answer({}, `?${"index=1&".repeat(64)}`)).toBe(414);
  expect(answer({}, `?q=${"x".repeat(4_093)}`)).toBeNull();
  expect(answer({}, `?q=${"x".repeat(4_094)}`)).toBe(414);
});

describe("a form that leads to another site", () => {
  const leave = (method: string, location: string, statusCode = 302) =>
    leaveByPage(
      new Request("https://parley.example/sign-in", { method }),
      new Response(null, { status: statusCode, headers: { Location: location, "Set-Cookie": "a=b" } }),
    );

  test("leaves by a page, because the policy forbids the redirect", async () => {
    const response = leave("POST", 'https://abc.supabase.co/auth/v1/authorize?a=1&b="');
    expect(response.status).toBe(200);
    expect(response.headers.get("Location")).toBeNull();
    expect(response.headers.get("Refresh")).toBe("0;url=https://abc.supabase.co/auth/v1/authorize?a=1&b=%22");
    expect(response.headers.get("Set-Cookie")).toBe("a=b");
    expect(await response.text()).toContain('href="https://abc.supabase.co/auth/v1/authorize?a=1&amp;b=%22"');
  });

  test.each([
    ["POST", "/sign-in/code", 302],
    ["POST", "https://parley.example/home", 302],
    ["GET", "https://abc.supabase.co/", 302],
    ["POST", "https://abc.supabase.co/", 202],
  ])("other responses stay: %s %s", (method, location, statusCode) => {
    expect(leave(method, location, statusCode).headers.get("Location")).toBe(location);
  });
});
