import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { LazyValue } from "~/lib/lazyValue.ts";
import { textSplitter } from "~/ui/LinkedText.tsx";
import { TranscriptText } from "./TranscriptText.tsx";

// Renders as a browser does once the code has loaded.
vi.mock("~/lib/useLazyValue.ts", () => ({ useLazyValue: (value: LazyValue<unknown>) => value.getSnapshot() }));
beforeAll(async () => {
  await textSplitter.load();
});

describe("TranscriptText", () => {
  const words = { text: "write to tom@example.com or see javascript:alert(1)", language: "en" } as const;

  test("links addresses, and nothing that runs a script", () => {
    expect(renderToStaticMarkup(<TranscriptText words={words} />)).toMatch(
      /<a href="mailto:tom@example\.com" target="_blank" rel="noopener[^>]*>tom@example\.com<\/a> or see javascript:alert\(1\)</u,
    );
  });

  test("has no link inside another link", () => {
    expect(renderToStaticMarkup(<TranscriptText words={words} linked={false} />)).not.toContain("<a ");
  });
});
