import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ERROR_CODES } from "../../supabase/functions/_shared/contracts/errors.ts";
import { renderErrors } from "./render.ts";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("docs/errors.md", () => {
  test("is up to date: else run npm run docs:errors", () => {
    expect(read("docs/errors.md")).toBe(renderErrors(JSON.parse(read("app/i18n/messages/en.json"))));
  });
});

describe("renderErrors", () => {
  const messages = Object.fromEntries(
    ERROR_CODES.flatMap((code) => [`error.${code}`, `error.${code}.do`]).map((key) => [key, key]),
  );

  test("renders a row for each code", () => {
    const text = renderErrors({ ...messages, "error.line/empty": "Wrong | broken.", "error.line/empty.do": "Retry." });
    expect(text).toContain("| `line/empty` | input | 400 | Wrong \\| broken. | Retry. |");
  });

  test("throws if a message is missing", () => {
    const { "error.line/empty": _missing, ...others } = messages;
    expect(() => renderErrors(others)).toThrow('"error.line/empty"');
  });
});
