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
  "/.//evil.example",
  "/m/..//evil.example",
  "/%2e//evil.example",
  "/m//x",
])("%j becomes /", (to) => expect(safeRedirect(to)).toBe("/"));

test("keeps a path of this site with its query", () => {
  expect(safeRedirect("/m/k3f9-2mxa-7qpd?x=//y")).toBe("/m/k3f9-2mxa-7qpd?x=//y");
  expect(safeRedirect("/m/x/../y?q=a b#c")).toBe("/m/y?q=a%20b#c");
});
