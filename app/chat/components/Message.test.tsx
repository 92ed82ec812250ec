import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MESSAGES } from "~/i18n/all.server.ts";
import { MessagesProvider } from "~/i18n/index.tsx";
import type { Shown } from "~/languages/index.ts";
import type { LineView } from "../view.ts";
import { Message } from "./Message.tsx";

const draw = (reading: Shown, more: Partial<LineView> = {}) => {
  const line: LineView = {
    id: "a",
    authorNumber: 14,
    authorName: "عمر",
    isMe: false,
    time: 0,
    language: "ar",
    original: "هل يوجد منحدر؟",
    reading,
    delivery: "sent",
    ...more,
  };
  return renderToStaticMarkup(
    <MessagesProvider locale="en" messages={MESSAGES.en}>
      <Message line={line} onRetry={() => {}} onDiscard={() => {}} />
    </MessagesProvider>,
  );
};

test("a translated line is in the reader's language and direction, the original closed behind its marker", () => {
  const markup = draw({ kind: "translated", text: "Is there a ramp?", language: "en", source: "server" });
  expect(markup).toMatch(/<p lang="en" dir="ltr"[^>]*>Is there a ramp\?<\/p>/u);
  expect(markup).toMatch(/<button[^>]*aria-expanded="false"[^>]*>from Arabic<\/button>/u);
  expect(markup).not.toContain("هل يوجد");
});

test("a translation of this browser says so", () => {
  expect(draw({ kind: "translated", text: "x", language: "en", source: "device" })).toContain(
    "from Arabic, on this device",
  );
});

test("without a translation the original stands with its language, direction and the reason", () => {
  const markup = draw({ kind: "unavailable", reason: "translate/quota" });
  expect(markup).toMatch(/<p lang="ar" dir="rtl"[^>]*>هل يوجد منحدر؟<\/p>/u);
  expect(markup).toContain("in Arabic, the translations of today are used up");
});

test("on its way: the original can be opened meanwhile", () => {
  expect(draw({ kind: "on-its-way" })).toMatch(/aria-expanded="false"[^>]*>translating from Arabic<\/button>/u);
});

test("a failed line keeps its words, says why and offers to send again", () => {
  const markup = draw({ kind: "original" }, { isMe: true, delivery: "failed", failure: "network/offline" });
  expect(markup).toContain("هل يوجد منحدر؟");
  expect(markup).toContain("Not sent. You are offline.");
  expect(markup).toContain("Send again");
});

test("what people write is never markup", () => {
  expect(draw({ kind: "original" }, { original: "<img src=x>", authorName: "<b>" })).not.toMatch(/<img|<b>/u);
});
