import { isValidElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { SERVER_LIMITS } from "#contracts/serverLimits.ts";
import { MESSAGES } from "./allMessages.server.ts";
import { createTFunction } from "./createTFunction.tsx";
import { LOCALE_CODES } from "./locales.ts";

const t = createTFunction(MESSAGES.en);

test("returns a message with its parameters", () => {
  expect(t("prejoin.enter")).toBe("Join now");
  expect(t("chat.newLines", { count: 1 })).toBe("1 new message");
  expect(t("chat.newLines", { count: 2 })).toBe("2 new messages");
});

test("throws for a message that is not loaded", () => {
  const start = createTFunction({});
  expect(() => start("prejoin.enter")).toThrow("prejoin.enter is not loaded");
  expect(start.has("prejoin.enter")).toBe(false);
  expect(t.has("prejoin.enter")).toBe(true);
});

test("keeps an element's place and language in every locale", () => {
  const markup = (locale: "en" | "es") =>
    renderToStaticMarkup(
      createTFunction(MESSAGES[locale]).rich("prejoin.readsYou", { name: "Inés", language: <b lang="ja">日本語</b> }),
    );
  expect(markup("en")).toBe('Inés reads you in <b lang="ja">日本語</b>');
  expect(markup("es")).toBe('Inés te lee en <b lang="ja">日本語</b>');
});

test("a name cannot inject an element or markup", () => {
  const rendered = t.rich("prejoin.readsYou", { name: "\uE0000\uE001<i>", language: <b>x</b> });
  expect(renderToStaticMarkup(rendered)).toBe("\uE0000\uE001&lt;i&gt; reads you in <b>x</b>");
  expect(isValidElement(rendered)).toBe(false);
});

describe.each(LOCALE_CODES)("%s", (locale) => {
  test.each([
    ["error.name/too-long.do", LIMITS.displayName.max],
    ["error.title/too-long.do", LIMITS.title.max],
    ["error.line/too-long.do", LIMITS.message.max],
    ["error.meeting/full", SERVER_LIMITS.meshParticipants],
  ] as const)("%s names the limit", (key, bound) => {
    expect(createTFunction(MESSAGES[locale])(key)).toContain(new Intl.NumberFormat(locale).format(bound));
  });
});
