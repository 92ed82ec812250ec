import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { type LanguagePairs, NO_PAIRS } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import { I18nProvider } from "~/i18n/I18nProvider.tsx";
import { BROWSER_MESSAGES } from "../../tests/fakes/browserMessages.ts";
import { twoInCall } from "../../tests/fakes/twoInCall.ts";
import { CoverageSummary } from "./TranslationCoverage.tsx";
import type { Timeline } from "./timeline.ts";

const READERS: readonly Language[] = ["es", "en", "en", "fr"];
const peopleOf = (readers: readonly Language[]) => readers.map((code) => ({ speaks: code, reads: code }));
const textOf = ({ getSnapshot, isLate }: Timeline, pairs: LanguagePairs = null, readers = READERS) =>
  renderToStaticMarkup(
    <I18nProvider locale="en" messages={BROWSER_MESSAGES}>
      <CoverageSummary {...getSnapshot()} isLate={isLate} people={peopleOf(readers)} pairs={pairs} />
    </I18nProvider>,
  ).replace(/<[^>]*>/gu, " ");

describe("CoverageSummary", () => {
  test("names the languages, the gaps and the reasons", async () => {
    const { anaTab, benTab, clock, backend } = await twoInCall();
    expect(textOf(benTab.timeline)).toMatch(
      /Everything here is available in:\s+English\s+\(2\),\s+Español\s+\(1\),\s+Français\s+\(1\)/u,
    );
    backend.engine = () => ({ status: "unavailable", text: null, reason: "translate/unsupported-pair" });
    anaTab.timeline.post("hola", "es");
    await clock.advance(1_000);
    expect(textOf(benTab.timeline)).toMatch(
      /Messages here are read in:.*English\s+: not from Spanish, these two languages cannot be translated yet\./su,
    );
  });

  test("promises nothing without a translation service", async () => {
    const { anaTab, benTab, clock, backend } = await twoInCall();
    const before = textOf(benTab.timeline, NO_PAIRS);
    expect(before).toMatch(/Messages here are read in:.*There is no translation service here/su);
    expect(before).not.toContain("Everything here is available in");
    backend.engine = () => ({ status: "unavailable", text: null, reason: "translate/unavailable" });
    anaTab.timeline.post("hola", "es");
    await clock.advance(1_000);
    const after = textOf(benTab.timeline, NO_PAIRS);
    expect(after).toContain("translation is unavailable right now");
    expect(after).not.toContain("There is no translation service here");
  });

  test("shows no gap when everyone reads one language", async () => {
    const { benTab } = await twoInCall();
    const text = renderToStaticMarkup(
      <I18nProvider locale="en" messages={BROWSER_MESSAGES}>
        <CoverageSummary
          {...benTab.timeline.getSnapshot()}
          isLate={benTab.timeline.isLate}
          people={peopleOf(["en", "en"])}
          pairs={NO_PAIRS}
        />
      </I18nProvider>,
    );
    expect(text).toContain("Everything here is available in");
    expect(text).not.toContain("There is no translation service here");
  });

  test("reports a late newest line until its translation arrives", async () => {
    const { anaTab, benTab, clock, backend } = await twoInCall();
    const text = () => textOf(benTab.timeline, null, ["es", "en"]);
    anaTab.timeline.post("hola", "es");
    await clock.advance(10_000);
    expect(text()).not.toContain("still being translated");
    const { engine } = backend;
    backend.engine = () => ({ status: "claimed", text: null, reason: null });
    anaTab.timeline.post("adiós", "es");
    await clock.advance(3_000);
    expect(text()).not.toContain("still being translated");
    await clock.advance(3_000);
    expect(text()).toMatch(
      /Messages here are read in:.*English\s+: not from Spanish, the newest message is still being translated\./su,
    );
    backend.engine = engine;
    await clock.advance(60_000);
    expect(text()).not.toContain("still being translated");
  });
});
