import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { I18nProvider } from "~/i18n/I18nProvider.tsx";
import { BROWSER_MESSAGES } from "../../tests/fakes/browserMessages.ts";
import { QuotaBars } from "./QuotaMeter.tsx";

const draw = (user: number, meeting: number) =>
  renderToStaticMarkup(
    <I18nProvider locale="en" messages={BROWSER_MESSAGES}>
      <QuotaBars
        quota={{
          user: { used: user, limit: 100 },
          meeting: { used: meeting, limit: 200 },
          resets_at: "2026-01-02T00:00:00+00:00",
        }}
      />
    </I18nProvider>,
  );

describe("quota meter", () => {
  test("shows nothing below four fifths", () => {
    expect(draw(79, 159)).toBe("");
  });

  test("shows the used share and the consequences", () => {
    const markup = draw(80, 0);
    expect(markup.match(/role="progressbar"/gu)).toHaveLength(1);
    expect(markup).toMatch(/aria-label="Your daily limit"[^>]*aria-valuenow="80"/u);
    expect(markup).toContain("When it is reached, originals are shown until");
  });

  test("shows at most the full quota", () => {
    const markup = draw(100, 250);
    expect(markup.match(/aria-valuenow="100"/gu)).toHaveLength(2);
    expect(markup).toContain("Limit reached.");
  });
});
