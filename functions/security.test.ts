import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import {
  bodySizeError,
  contentSecurityPolicy,
  createNonce,
  rejectForeignRequest,
  setSecurityHeaders,
} from "./security.ts";

const SITE = "https://parley.example";
const write = (headers: Record<string, string>, method = "POST") => new Request(`${SITE}/m/x`, { method, headers });
const status = (request: Request) => rejectForeignRequest(request)?.status ?? "passes";

describe("a write must come from one of our own pages", () => {
  test.each([
    ["another site", { Origin: "https://evil.example", "Content-Length": "3" }],
    ["our name under another scheme", { Origin: "http://parley.example", "Content-Length": "3" }],
    ["a look-alike", { Origin: "https://parley.example.evil.example", "Content-Length": "3" }],
    ["a sandboxed frame", { Origin: "null", "Content-Length": "3" }],
    ["no origin at all", { "Content-Length": "3" }],
  ])("%s is refused", (_name, headers) => {
    expect(status(write(headers))).toBe(403);
  });

  test.each(["PUT", "PATCH", "DELETE"])("%s too", (method) => {
    expect(status(write({ Origin: "https://evil.example", "Content-Length": "3" }, method))).toBe(403);
  });

  test("our own page passes, and reading is open to everyone", () => {
    expect(status(write({ Origin: SITE, "Content-Length": "3" }))).toBe("passes");
    expect(status(new Request(`${SITE}/`, { headers: { Origin: "https://evil.example" } }))).toBe("passes");
  });

  test("a body of unknown or great length is not read", () => {
    expect(status(write({ Origin: SITE }))).toBe(411);
    expect(bodySizeError(write({ Origin: SITE, "Content-Length": "1048576" }))).toEqual({ code: "request/too-large" });
    expect(bodySizeError(write({ Origin: SITE, "Content-Length": "300" }))).toBeNull();
    expect(bodySizeError(new Request(`${SITE}/`))).toBeNull();
  });

  test("a glossary may be as large as one can be, and nothing else", () => {
    const sized = (path: string, bytes: number) =>
      bodySizeError(
        new Request(`${SITE}${path}`, { method: "POST", headers: { Origin: SITE, "Content-Length": `${bytes}` } }),
      )?.code;
    const { glossaryTerms, term, termNote, targetLanguages } = LIMITS;
    const largest = glossaryTerms * 3 * (termNote.max + term.max * (1 + targetLanguages));
    for (const path of ["/glossary", "/glossary?workspace=x", "/glossary.data", "/glossary.data?workspace=x"])
      expect([sized(path, largest), sized(path, 2 * largest)], path).toEqual([undefined, "request/too-large"]);
    for (const path of ["/", "/home", "/glossary/x", "/glossaryx", "/x/glossary", "/glossary.csv"])
      expect(sized(path, 65 * 1024), path).toBe("request/too-large");
  });
});

describe("the policy", () => {
  const env = { supabaseUrl: "https://abc.supabase.co", publishableKey: "sb_publishable_x", iceServers: [] };

  test("lets a page talk to us and to Supabase, http and socket, and to nobody else", () => {
    const policy = contentSecurityPolicy(env, "n0nce", null);
    expect(policy).toContain("connect-src 'self' https://abc.supabase.co wss://abc.supabase.co;");
    expect(policy).toContain("img-src 'self' data: https://abc.supabase.co;");
    expect(policy).toContain("script-src 'nonce-n0nce' 'strict-dynamic';");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/u);
  });

  test("every answer has a nonce of its own", () => {
    expect(new Set(Array.from({ length: 100 }, createNonce)).size).toBe(100);
  });

  test("answers are nobody's to keep, and no other site learns a meeting's address", () => {
    const headers = new Headers({ "Cache-Control": "public, max-age=600" });
    setSecurityHeaders(headers, "default-src 'none'");
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
  });
});
