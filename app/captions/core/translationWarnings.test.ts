import { describe, expect, test } from "vitest";
import type { Line, Translation } from "#contracts/lines.ts";
import { createFakeClock } from "../../../tests/fakes/clock.ts";
import { serverLine } from "../../../tests/fakes/serverLine.ts";
import { createTranslationWarnings, type TranslationWarning, WARNING_DURATION_MS } from "./translationWarnings.ts";

const NOW = "2026-11-22T09:00:00.000Z";

/** An English line, with its Spanish translation if there is one. */
function spokenLine(id: string, text: string, spanish: string | null, revision = 1): Line {
  const translations: Translation[] =
    spanish === null
      ? []
      : [{ language: "es", revision, status: "ready", text: spanish, engine: "apertium", reason: null }];
  return serverLine({
    ...{ id, changed: revision, kind: "speech", author: "tom", language: "en", text, revision, translations },
    ...{ created_at: NOW, spoken_at: NOW, spoken_ms: 900 },
  });
}

function speaker() {
  const clock = createFakeClock();
  let shown: readonly TranslationWarning[] = [];
  const warnings = createTranslationWarnings({ clock, onChange: (found) => (shown = found) });
  // Translations of the first check are not new.
  warnings.check([], []);
  const shownWarnings = () =>
    shown.map(({ line, into, issues: found }) => `${line} ${into}: ${found.map(({ kind }) => kind)}`);
  return { clock, warnings, shownWarnings };
}

describe("translation warnings", () => {
  test("report a changed number once, for 30 s", async () => {
    const { clock, warnings, shownWarnings } = speaker();
    const wrong = spokenLine("a", "It costs 15 euros.", "Cuesta 50 euros.");
    warnings.check([wrong], []);
    expect(shownWarnings()).toEqual(["a es: number"]);
    await clock.advance(WARNING_DURATION_MS - 1);
    warnings.check([wrong], []);
    expect(shownWarnings()).toEqual(["a es: number"]);
    await clock.advance(1);
    expect(shownWarnings()).toEqual([]);
    warnings.check([wrong], []);
    expect(shownWarnings()).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  test("ignore earlier, correct and missing translations", () => {
    const { warnings, shownWarnings } = speaker();
    const late = createTranslationWarnings({ clock: createFakeClock(), onChange: () => expect.unreachable() });
    late.check([spokenLine("a", "It costs 15 euros.", "Cuesta 50 euros.")], []);
    warnings.check([spokenLine("b", "It costs 15 euros.", "Cuesta 15 euros."), spokenLine("c", "Room 12.", null)], []);
    expect(shownWarnings()).toEqual([]);
    warnings.check([spokenLine("c", "Room 12.", "Sala 21.")], []);
    expect(shownWarnings()).toEqual(["c es: number"]);
  });

  test("ignore translations of an older revision", () => {
    const { warnings, shownWarnings } = speaker();
    const { translations } = spokenLine("a", "It costs 15 euros.", "Cuesta 15 euros.");
    warnings.check([{ ...spokenLine("a", "It costs 16 euros.", null, 2), translations }], []);
    expect(shownWarnings()).toEqual([]);
    warnings.check([spokenLine("a", "It costs 16 euros.", "Cuesta 60 euros.", 2)], []);
    expect(shownWarnings()).toEqual(["a es: number"]);
  });

  test("check participant names and glossary terms", () => {
    const { warnings, shownWarnings } = speaker();
    warnings.setTerms([
      { language: "en", term: "ramp", never: false, translations: { es: "rampa", fr: "rampe" } },
      { language: "en", term: "Blue Horizon", never: true, translations: {} },
      { language: "fr", term: "salle", never: false, translations: { es: "sala" } },
    ]);
    warnings.check(
      [
        spokenLine("a", "Ask Rosa.", "Pregunta a Rose."),
        spokenLine("b", "Take the ramp.", "Toma el acceso."),
        spokenLine("c", "Blue Horizon is here.", "Horizonte Azul está aquí."),
        spokenLine("d", "The ramp.", "La rampa."),
        spokenLine("e", "The salle.", "La habitación."),
      ],
      ["Rosa"],
    );
    expect(shownWarnings()).toEqual(["a es: name", "b es: name", "c es: name"]);
  });

  test("report an unchanged new translation once", () => {
    const { warnings, shownWarnings } = speaker();
    const wrong = spokenLine("a", "Room 12.", "Sala 21.");
    warnings.check([wrong], []);
    warnings.dismissAll();
    warnings.check([spokenLine("a", "Room 12.", null)], []);
    warnings.check([wrong], []);
    expect(shownWarnings()).toEqual([]);
  });

  test("report later issues after a dismissal", () => {
    const { clock, warnings, shownWarnings } = speaker();
    const first = spokenLine("a", "Room 12.", "Sala 21.");
    warnings.check([first], []);
    warnings.dismissAll();
    expect(shownWarnings()).toEqual([]);
    warnings.check([first, spokenLine("b", "We will not come.", "Vendremos.")], []);
    expect(shownWarnings()).toEqual(["b es: negation"]);
    warnings.close();
    expect(clock.pending()).toBe(0);
  });
});
