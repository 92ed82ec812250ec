import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { MESSAGES } from "~/i18n/allMessages.server.ts";
import { I18nProvider } from "~/i18n/I18nProvider.tsx";
import type { LazyValue } from "~/lib/lazyValue.ts";
import type { LineDisplay } from "~/translation/resolveTranslation.ts";
import { textSplitter } from "~/ui/LinkedText.tsx";
import { ActionStatus } from "./components/ActionStatus.tsx";
import { LineBadges } from "./components/LineBadges.tsx";
import type { LineHandlers } from "./core/linePermissions.ts";
import type { LineView } from "./lineView.ts";
import { Message } from "./Message.tsx";

// Renders as a browser does once the code has loaded.
vi.mock("~/lib/useLazyValue.ts", () => ({ useLazyValue: (value: LazyValue<unknown>) => value.getSnapshot() }));
beforeAll(async () => {
  await textSplitter.load();
});

const nothing = () => {};
const HANDLERS: LineHandlers = {
  ...{ retry: nothing, discard: nothing },
  ...{ reply: nothing, react: nothing, edit: nothing, remove: nothing, forward: nothing },
  ...{ report: nothing, retranslate: nothing, jump: nothing, copy: nothing, onLoadError: nothing },
};

const LINE: LineView = {
  id: "a",
  authorColour: 14,
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

describe("Message", () => {
  test("shows a translation and hides the original", () => {
    const markup = draw({ kind: "translated", text: "Is there a ramp?", language: "en", source: "server" });
    expect(markup).toMatch(/<p lang="en" dir="ltr"[^>]*>Is there a ramp\?<\/p>/u);
    expect(markup).toMatch(/<button[^>]*aria-expanded="false"[^>]*>from Arabic<\/button>/u);
    expect(markup).not.toContain("هل يوجد");
  });

  test("shows links and mentions of a translation", () => {
    const text = "@Juan Blanco, see https://example.com/docs, please";
    const markup = draw(
      { kind: "translated", text, language: "en", source: "server" },
      { mentioned: ["@Juan Blanco", "@Juan"] },
    );
    expect(markup).toMatch(/<bdi class="[^"]*text-accent[^"]*">@Juan Blanco<\/bdi>, see <a /u);
    expect(markup).toMatch(
      /<a href="https:\/\/example.com\/docs" target="_blank" rel="noopener noreferrer nofollow"[^>]*>https:\/\/example.com\/docs<\/a>, please/u,
    );
  });

  test("links addresses of a quoted line outside its button", () => {
    const quoted = { ...LINE, original: "see www.example.com", language: "en", deleted: false } as const;
    const markup = draw({ kind: "original" }, { replyTo: { id: "b", line: quoted } });
    expect(markup).toMatch(/<a href="https:\/\/www\.example\.com\/" target="_blank" rel="noopener/u);
    expect(markup).toMatch(/<button[^>]*title="Go to this message"[^>]*><\/button>/u);
  });

  test("marks a translation of the browser", () => {
    expect(draw({ kind: "translated", text: "x", language: "en", source: "device" })).toContain(
      "from Arabic, on this device",
    );
  });

  test("shows the original with the reason", () => {
    const markup = draw({ kind: "unavailable", reason: "translate/quota" });
    expect(markup).toMatch(/<p lang="ar" dir="rtl"[^>]*>هل يوجد منحدر؟<\/p>/u);
    // The quota resets at midnight UTC, shown in the reader's time.
    expect(markup).toMatch(/in Arabic, translation limit reached, resets by \d+:\d\d/u);
  });

  test("shows the original while the translation is pending", () => {
    const markup = draw({ kind: "on-its-way" });
    expect(markup).toMatch(/<p lang="ar" dir="rtl"[^>]*>هل يوجد منحدر؟<\/p>/u);
    expect(markup).toMatch(/<p [^>]*>translating from Arabic<\/p>/u);
    expect(markup).not.toContain("animate-breathe");
  });

  test("offers to translate a readable short line", () => {
    const markup = draw({ kind: "readable", language: "es" }, { language: "en", original: "Sin red" });
    expect(markup).toMatch(/<p lang="es" dir="ltr"[^>]*>Sin red<\/p>/u);
    expect(markup).toMatch(/<button[^>]*>Translate anyway<\/button>/u);
    expect(markup).not.toContain("English");
  });

  test("offers to send a failed line again", () => {
    const markup = draw({ kind: "original" }, { isMe: true, delivery: "failed", failure: "network/offline" });
    expect(markup).toContain("هل يوجد منحدر؟");
    expect(markup).toContain("Not sent. You are offline.");
    expect(markup).toContain("Send again");
  });

  test("escapes markup", () => {
    expect(draw({ kind: "original" }, { original: "<img src=x>", authorName: "<b>" })).not.toMatch(/<img|<b>/u);
  });

  test("quotes a line in the reader's language", () => {
    const reading: LineDisplay = { kind: "translated", text: "The house is big.", language: "en", source: "server" };
    const quoted = {
      authorColour: 2,
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

  test("shows a deleted line without actions", () => {
    const markup = draw({ kind: "original" }, { deleted: true, original: "", edited: true });
    expect(markup).toContain("Message deleted");
    expect(markup).not.toContain("edited");
    expect(markup).not.toContain("<button");
  });

  test("shows reactions as toggle buttons with names", () => {
    const markup = draw(
      { kind: "original" },
      { reactions: [{ emoji: "👏", mine: true, names: [null, "Inés"], count: 2 }] },
    );
    expect(markup).toMatch(/<button[^>]*aria-pressed="true"[^>]*><span[^>]*>👏 from You and Inés</u);
  });

  test("highlights mentions and escapes names", () => {
    const markup = draw({ kind: "original" }, { original: "مرحبا @<b>", mentioned: ["@<b>"], mentionsMe: true });
    expect(markup).toMatch(/<bdi[^>]*>@&lt;b&gt;<\/bdi>/u);
    expect(markup).toContain("Mentions you");
  });

  test("keeps the text of a rejected edit", () => {
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

  test("shows the corrector and the mark", () => {
    const mark = { kind: "task", who: "tom", done: true, by: null } as const;
    const line = { ...LINE, correctedBy: "", mark, markName: "<Tom>" };
    const markup = renderToStaticMarkup(
      <I18nProvider locale="en" messages={MESSAGES.en}>
        <LineBadges line={line} onOpenTools={() => {}} />
      </I18nProvider>,
    );
    // The corrector is unknown here.
    expect(markup).toContain("Corrected by <bdi>Someone</bdi>");
    expect(markup).toMatch(/Task, <bdi>&lt;Tom&gt;<\/bdi> · Done/u);
    // An own edit is shown as edited, a correction only with its author.
    expect(draw({ kind: "original" }, { edited: true })).toContain(">edited<");
    expect(draw({ kind: "original" }, { edited: true, correctedBy: "Tom" })).not.toContain(">edited<");
  });

  test("shows a held line without an alert", () => {
    const markup = draw({ kind: "original" }, { isMe: true, delivery: "held", failure: "request/rate-limited" });
    expect(markup).toContain("Not sent yet");
    expect(markup).toContain("Discard");
    expect(markup).not.toContain('role="alert"');
    expect(draw({ kind: "original" }, { isMe: true, delivery: "waiting" })).not.toMatch(/Sending|Not sent/u);
  });
});
