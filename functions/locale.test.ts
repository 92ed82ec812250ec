import { expect, test } from "vitest";
import { chooseLocale, chooseMessageLanguage } from "./locale.ts";

const choose = (headers: Record<string, string>) => chooseLocale(new Headers(headers));

test("prefers the cookie to the browser's languages", () => {
  expect(choose({ Cookie: "locale=es", "Accept-Language": "en" })).toBe("es");
});

test("uses the browser's weights, then English", () => {
  expect(choose({ "Accept-Language": "en;q=0.4, es-MX;q=0.9" })).toBe("es");
  expect(choose({ "Accept-Language": "xx, es;q=0.1" })).toBe("es");
  expect(choose({ "Accept-Language": "xx;q=broken,," })).toBe("en");
  expect(choose({})).toBe("en");
});

test("ignores an invalid cookie", () => {
  expect(choose({ Cookie: "locale=../../es", "Accept-Language": "es" })).toBe("es");
});

test("chooses among the languages of messages, which are more", () => {
  const language = (headers: Record<string, string>) => chooseMessageLanguage(new Headers(headers));
  expect(language({ "Accept-Language": "ja-JP, en;q=0.5" })).toBe("ja");
  expect(language({ Cookie: "locale=es", "Accept-Language": "ja" })).toBe("es");
  expect(language({ Cookie: "locale=ja", "Accept-Language": "constructor, xx" })).toBe("en");
});
