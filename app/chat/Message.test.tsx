import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MESSAGES } from "~/i18n/allMessages.server.ts";
import { I18nProvider } from "~/i18n/I18nProvider.tsx";
import type { LineDisplay } from "~/translation/resolveTranslation.ts";
import { ActionStatus } from "./components/ActionStatus.tsx";
import { LineBadges } from "./components/LineBadges.tsx";
import type { LineHandlers } from "./core/linePermissions.ts";
import type { LineView } from "./lineView.ts";
import { Message } from "./Message.tsx";

const nothing = () => {};
const HANDLERS: LineHandlers = {
  ...{ retry: nothing, discard: nothing },
  ...{ reply: nothing, react: nothing, edit: nothing, remove: nothing, forward: nothing },
  ...{ report: nothing, retranslate: nothing, jump: nothing, copy: nothing, onLoadError: nothing },
};

const LINE: LineView = {
  id: "a",
  authorNumber: 14,
  authorName: "عمر",
  isMe: false,
  time: 0,
  language: "ar",
  original: "هل يوجد منحدر؟",
  display: { kind: "original" },
  delivery: "sent",
};

const draw = (reading: LineDisplay, more: Partial<LineView> = {}) => {
  const line: LineView = { ...LINE, display: reading, ...more };
  return renderToStaticMarkup(
    <I18nProvider locale="en" messages={MESSAGES.en}>
      <Message line={line} handlers={HANDLERS} />
    </I18nProvider>,
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
  // With the time of the reader at which the day of UTC begins.
  expect(markup).toMatch(/in Arabic, daily translation limit reached, resets at \d+:\d\d/u);
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

test("an answer quotes what it answers, in the reader's language", () => {
  const reading: LineDisplay = { kind: "translated", text: "The house is big.", language: "en", source: "server" };
  const quoted = {
    authorNumber: 2,
    authorName: "Inés",
    isMe: false,
    language: "es",
    original: "La casa",
    display: reading,
  } as const;
  const markup = draw({ kind: "original" }, { replyTo: { id: "b", line: quoted } });
  expect(markup).toMatch(
    /<button[^>]*title="Go to this message"[^>]*>.*Inés.*<span lang="en"[^>]*>The house is big\./u,
  );
  expect(draw({ kind: "original" }, { replyTo: { id: "b", line: null } })).toContain("An earlier message");
});

test("a deleted line says so and offers nothing", () => {
  const markup = draw({ kind: "original" }, { deleted: true, original: "", edited: true });
  expect(markup).toContain("Message deleted");
  expect(markup).not.toContain("edited");
  expect(markup).not.toContain("<button");
});

test("marks are buttons with who gave them, pressed where one's own is among them", () => {
  const markup = draw(
    { kind: "original" },
    { reactions: [{ emoji: "👏", mine: true, names: [null, "Inés"], count: 2 }] },
  );
  expect(markup).toMatch(/<button[^>]*aria-pressed="true"[^>]*><span[^>]*>👏 from You and Inés</u);
});

test("names that are mentioned stand out in the words, whatever they hold", () => {
  const markup = draw({ kind: "original" }, { original: "مرحبا @<b>", mentioned: ["@<b>"], mentionsMe: true });
  expect(markup).toMatch(/<bdi[^>]*>@&lt;b&gt;<\/bdi>/u);
  expect(markup).toContain("Mentions you");
});

test("other words that were refused stay, with the reason", () => {
  const act = { name: "edit", state: "refused", error: { code: "meeting/ended" }, text: "new words" } as const;
  const markup = renderToStaticMarkup(
    <I18nProvider locale="en" messages={MESSAGES.en}>
      <ActionStatus action={act} onEdit={nothing} onDiscard={nothing} />
    </I18nProvider>,
  );
  expect(markup).toMatch(/role="alert"/u);
  expect(markup).toContain("Not saved. This meeting has ended.");
  expect(markup).toContain("new words");
  expect(markup).toContain("Edit again");
});

test("who corrected a line stands under it, and what it is marked as", () => {
  const mark = { kind: "task", who: "tom", done: true, by: null } as const;
  const line = { ...LINE, correctedBy: "", mark, markName: "<Tom>" };
  const markup = renderToStaticMarkup(
    <I18nProvider locale="en" messages={MESSAGES.en}>
      <LineBadges line={line} />
    </I18nProvider>,
  );
  // By somebody who is not known here.
  expect(markup).toContain("Corrected by <bdi>Someone</bdi>");
  expect(markup).toMatch(/Task, <bdi>&lt;Tom&gt;<\/bdi> · Done/u);
  // An edit of one's own is one, a correction is said with its name alone.
  expect(draw({ kind: "original" }, { edited: true })).toContain(">edited<");
  expect(draw({ kind: "original" }, { edited: true, correctedBy: "Tom" })).not.toContain(">edited<");
});

test("what goes by itself later is no alarm, and can be given up", () => {
  const markup = draw({ kind: "original" }, { isMe: true, delivery: "held", failure: "request/rate-limited" });
  expect(markup).toContain("Not sent yet");
  expect(markup).toContain("Discard");
  expect(markup).not.toContain('role="alert"');
  expect(draw({ kind: "original" }, { isMe: true, delivery: "waiting" })).not.toMatch(/Sending|Not sent/u);
});
