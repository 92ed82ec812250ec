import { redirect } from "@remix-run/cloudflare";
import { expect, test, vi } from "vitest";
import { toErrorCode, withActionFallback } from "./routeErrors.ts";

/** As the router makes it of an answer that a boundary is to show. */
const answer = (status: number, data: unknown) => ({ status, statusText: "", internal: false, data });
const REFUSED = answer(423, { code: "meeting/locked" });

test.each([
  ["of the catalogue", REFUSED, "meeting/locked"],
  ["no such page", answer(404, null), "request/not-found"],
  ["a page without an action", answer(405, null), "request/not-taken"],
  ["no network, in Chromium", new TypeError("Failed to fetch"), "network/timeout"],
  ["no network, in Firefox", new TypeError("NetworkError when attempting to fetch resource."), "network/timeout"],
  ["no network, in Safari", new TypeError("Load failed"), "network/timeout"],
  [
    "an answer that is not Parley's",
    new Error("Unable to decode turbo-stream response from URL: https://parley.example/_root.data"),
    "network/timeout",
  ],
  ["our server's fault", new Error("Unexpected Server Error"), "bug/unexpected"],
  ["our page's fault", new TypeError("Cannot read properties of undefined (reading 'network')"), "bug/unexpected"],
  ["whatever else is thrown", "Failed to fetch", "bug/unexpected"],
])("a failure by its code: %s", (_name, error, code) => {
  expect(toErrorCode(error)).toBe(code);
});

test("without a network the browser knows that it has none", () => {
  vi.stubGlobal("navigator", { onLine: false });
  expect(toErrorCode(new TypeError("Failed to fetch"))).toBe("network/offline");
  expect(toErrorCode(new TypeError("x is undefined"))).toBe("bug/unexpected");
  vi.unstubAllGlobals();
});

const press = new Request("https://parley.example/m/x", { method: "POST" });
const thrown = (error: unknown) => () => Promise.reject(error);

test("a press that is answered is answered so", async () => {
  expect(await withActionFallback(press, async () => "entered", String)).toBe("entered");
});

test("a press that does not get through, or that our server fails at, is answered by the reason", async () => {
  expect(await withActionFallback(press, thrown(new TypeError("Failed to fetch")), String)).toBe("network/timeout");
  expect(await withActionFallback(press, thrown(new Error("Unexpected Server Error")), String)).toBe("bug/unexpected");
});

test("where an answer leads to, and what a boundary says, goes on", async () => {
  for (const error of [redirect("/m/x"), REFUSED])
    await expect(withActionFallback(press, thrown(error), String)).rejects.toBe(error);
});

test("a press that was left for another way is nobody's answer", async () => {
  const gone = new AbortController();
  gone.abort();
  const left = new DOMException("", "AbortError");
  await expect(withActionFallback(new Request(press, { signal: gone.signal }), thrown(left), String)).rejects.toBe(
    left,
  );
});
