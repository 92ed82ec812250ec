import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { MESSAGES } from "~/i18n/allMessages.server.ts";
import { I18nProvider } from "~/i18n/I18nProvider.tsx";
import type { LazyValue } from "~/lib/lazyValue.ts";
import { textSplitter } from "~/ui/LinkedText.tsx";
import type { MissedLine } from "../core/catchUpStore.ts";
import { MissedText } from "./MissedText.tsx";

// Renders as a browser does once the code has loaded.
vi.mock("~/lib/useLazyValue.ts", () => ({ useLazyValue: (value: LazyValue<unknown>) => value.getSnapshot() }));
beforeAll(async () => {
  await textSplitter.load();
});

describe("MissedText", () => {
  test("links addresses in the translation and in the original", () => {
    const line: MissedLine = {
      ...{ id: "a", author: "ines", mine: false, at: 0, sentLater: false, language: "es", mark: null },
      text: "mira https://example.com/es",
      display: { kind: "translated", text: "see https://example.com/en", language: "en", source: "server" },
    };
    const markup = renderToStaticMarkup(
      <I18nProvider locale="en" messages={MESSAGES.en}>
        <MissedText lines={[line]} />
      </I18nProvider>,
    );
    expect(markup).toContain('<a href="https://example.com/en" target="_blank" rel="noopener noreferrer nofollow"');
    expect(markup).toContain('<a href="https://example.com/es" target="_blank" rel="noopener noreferrer nofollow"');
  });
});
