import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ERRORS } from "../../supabase/functions/_shared/contracts/errors.ts";
import { renderErrors } from "./render.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("docs/errors.md", () => {
  test("is up to date: else run npm run docs:errors", () => {
    expect(read("docs/errors.md")).toBe(renderErrors(ERRORS, JSON.parse(read("app/i18n/messages/en.json"))));
  });
});

describe("renderErrors", () => {
  test("renders a row for each code", () => {
    const errors = { "a/b": { category: "input", status: 400 } } as const;
    const text = renderErrors(errors, { "error.a/b": "Wrong | broken.", "error.a/b.do": "Retry." });
    expect(text).toContain("| `a/b` | input | 400 | Wrong \\| broken. | Retry. |");
  });

  test("throws if a message is missing", () => {
    expect(() => renderErrors({ "a/b": { category: "bug", status: 500 } }, {})).toThrow('"error.a/b"');
  });
});
