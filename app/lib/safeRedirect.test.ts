import { expect, test } from "vitest";
import { safeRedirect } from "./safeRedirect.ts";

test.each([
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example",
  "/\t/evil.example",
  "javascript:alert(1)",
  "m/x",
  "",
  "/a\\b",
  "/\n/evil.example",
])("%j does not lead away", (to) => expect(safeRedirect(to)).toBe("/"));

test("a path of our own stays, with its query", () => {
  expect(safeRedirect("/m/k3f9-2mxa-7qpd?x=//y")).toBe("/m/k3f9-2mxa-7qpd?x=//y");
});
