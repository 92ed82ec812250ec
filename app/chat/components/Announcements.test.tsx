import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { MESSAGES } from "~/i18n/allMessages.server.ts";
import { createTFunction } from "~/i18n/createTFunction.tsx";
import { lineAnnouncementText } from "./Announcements.tsx";

describe("lineAnnouncementText", () => {
  test("marks each line with its language", () => {
    const t = createTFunction(MESSAGES.es);
    const announcement = {
      id: "a",
      name: "Tom",
      text: "The bus leaves at eight",
      language: "en",
      mentionsMe: false,
    } as const;
    const two = { id: "b", name: "Amal", text: "مرحبا", language: "ar", mentionsMe: true } as const;
    const html = renderToStaticMarkup(<div>{lineAnnouncementText([announcement, two], t)}</div>);
    expect(html).toContain('Tom: <span lang="en" dir="ltr">The bus leaves at eight</span>');
    expect(html).toMatch(/Amal[^<]*<span lang="ar" dir="rtl">مرحبا<\/span>/u);
  });
});
