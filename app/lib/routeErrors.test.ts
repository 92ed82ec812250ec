import { redirect } from "@remix-run/cloudflare";
import { expect, test, vi } from "vitest";
import { toErrorCode, withActionFallback } from "./routeErrors.ts";

/** The router's form of a thrown response. */
const errorResponse = (status: number, data: unknown) => ({ status, statusText: "", internal: false, data });
const REJECTED = errorResponse(423, { code: "meeting/locked" });

test.each([
  ["code of the catalogue", REJECTED, "meeting/locked"],
  ["missing page", errorResponse(404, null), "request/not-found"],
  ["missing action", errorResponse(405, null), "request/not-taken"],
  ["no network in Chromium", new TypeError("Failed to fetch"), "network/timeout"],
  ["no network in Firefox", new TypeError("NetworkError when attempting to fetch resource."), "network/timeout"],
  ["no network in Safari", new TypeError("Load failed"), "network/timeout"],
  [
    "foreign response",
    new Error("Unable to decode turbo-stream response from URL: https://parley.example/_root.data"),
    "network/not-reached",
  ],
  ["server error", new Error("Unexpected Server Error"), "bug/unexpected"],
  ["page error", new TypeError("Cannot read properties of undefined (reading 'network')"), "bug/unexpected"],
  ["thrown string", "Failed to fetch", "bug/unexpected"],
])("toErrorCode: %s", (_case, error, code) => {
  expect(toErrorCode(error)).toBe(code);
});

test("returns network/offline while the browser is offline", () => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(toErrorCode(new TypeError("Failed to fetch"))).toBe("network/offline");
  expect(toErrorCode(new TypeError("x is undefined"))).toBe("bug/unexpected");
  vi.unstubAllGlobals();
});

const submission = new Request("https://parley.example/m/x", { method: "POST" });
const thrown = (error: unknown) => () => Promise.reject(error);

test("withActionFallback returns the action's result", async () => {
  expect(await withActionFallback(submission, async () => "entered", String)).toBe("entered");
});

test("withActionFallback returns the error code of a failed submission", async () => {
  expect(await withActionFallback(submission, thrown(new TypeError("Failed to fetch")), String)).toBe(
    "network/timeout",
  );
  expect(await withActionFallback(submission, thrown(new Error("Unexpected Server Error")), String)).toBe(
    "bug/unexpected",
  );
});

test("withActionFallback rethrows redirects and error responses", async () => {
  for (const error of [redirect("/m/x"), REJECTED])
    await expect(withActionFallback(submission, thrown(error), String)).rejects.toBe(error);
});

test("withActionFallback rethrows an aborted submission", async () => {
  const controller = new AbortController();
  controller.abort();
  const abortError = new DOMException("", "AbortError");
  await expect(
    withActionFallback(new Request(submission, { signal: controller.signal }), thrown(abortError), String),
  ).rejects.toBe(abortError);
});
