import { describe, expect, test } from "vitest";
import type { Line, Translation } from "#contracts/lines.ts";
import { createFakeClock } from "../../../tests/fakes/clock.ts";
import { createTranslationWarnings, type TranslationWarning, WARNING_DURATION_MS } from "./translationWarnings.ts";

const NOW = "2026-11-22T09:00:00.000Z";

/** An English line, with its Spanish translation if there is one. */
function said(id: string, text: string, spanish: string | null, revision = 1): Line {
  const translations: Translation[] =
    spanish === null
      ? []
      : [{ language: "es", revision, status: "ready", text: spanish, engine: "apertium", reason: null }];
  return {
    ...{
      id,
      call_id: "call",
      seq: 1,
      changed: revision,
      kind: "speech",
      author: "tom",
      language: "en",
      text,
      revision,
    },
    ...{ reply_to: null, mentions: [], forwarded: false, edited: false, deleted: false, fleeting: false },
    ...{ created_at: NOW, spoken_at: NOW, spoken_ms: 900, typed_by: null, corrected_by: null, mark: null, file: null },
    ...{ translations, reactions: [] },
  };
}

function speaker() {
  const clock = createFakeClock();
  let shown: readonly TranslationWarning[] = [];
  const warnings = createTranslationWarnings({ clock, onChange: (found) => (shown = found) });
  // Translations of the first check are not new.
  warnings.check([], []);
  const told = () => shown.map(({ line, into, issues: found }) => `${line} ${into}: ${found.map(({ kind }) => kind)}`);
  return { clock, warnings, told };
}

describe("translation warnings", () => {
  test("report a changed number once, for 30 s", async () => {
    const { clock, warnings, told } = speaker();
    const wrong = said("a", "It costs 15 euros.", "Cuesta 50 euros.");
    warnings.check([wrong], []);
    expect(told()).toEqual(["a es: number"]);
    await clock.advance(WARNING_DURATION_MS - 1);
    warnings.check([wrong], []);
    expect(told()).toEqual(["a es: number"]);
    await clock.advance(1);
    expect(told()).toEqual([]);
    warnings.check([wrong], []);
    expect(told()).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  test("ignore earlier, correct and missing translations", () => {
    const { warnings, told } = speaker();
    const late = createTranslationWarnings({ clock: createFakeClock(), onChange: () => expect.unreachable() });
    late.check([said("a", "It costs 15 euros.", "Cuesta 50 euros.")], []);
    warnings.check([said("b", "It costs 15 euros.", "Cuesta 15 euros."), said("c", "Room 12.", null)], []);
    expect(told()).toEqual([]);
    warnings.check([said("c", "Room 12.", "Sala 21.")], []);
    expect(told()).toEqual(["c es: number"]);
  });

  test("ignore translations of an older revision", () => {
    const { warnings, told } = speaker();
    const { translations } = said("a", "It costs 15 euros.", "Cuesta 15 euros.");
    warnings.check([{ ...said("a", "It costs 16 euros.", null, 2), translations }], []);
    expect(told()).toEqual([]);
    warnings.check([said("a", "It costs 16 euros.", "Cuesta 60 euros.", 2)], []);
    expect(told()).toEqual(["a es: number"]);
  });

  test("check participant names and glossary terms", () => {
    const { warnings, told } = speaker();
    warnings.setTerms([
      { language: "en", term: "ramp", never: false, translations: { es: "rampa", fr: "rampe" } },
      { language: "en", term: "Blue Horizon", never: true, translations: {} },
      { language: "fr", term: "salle", never: false, translations: { es: "sala" } },
    ]);
    warnings.check(
      [
        said("a", "Ask Rosa.", "Pregunta a Rose."),
        said("b", "Take the ramp.", "Toma el acceso."),
        said("c", "Blue Horizon is here.", "Horizonte Azul está aquí."),
        said("d", "The ramp.", "La rampa."),
        said("e", "The salle.", "La habitación."),
      ],
      ["Rosa"],
    );
    expect(told()).toEqual(["a es: name", "b es: name", "c es: name"]);
  });

  test("report an unchanged new translation once", () => {
    const { warnings, told } = speaker();
    const wrong = said("a", "Room 12.", "Sala 21.");
    warnings.check([wrong], []);
    warnings.dismissAll();
    warnings.check([said("a", "Room 12.", null)], []);
    warnings.check([wrong], []);
    expect(told()).toEqual([]);
  });

  test("report later issues after a dismissal", () => {
    const { clock, warnings, told } = speaker();
    const first = said("a", "Room 12.", "Sala 21.");
    warnings.check([first], []);
    warnings.dismissAll();
    expect(told()).toEqual([]);
    warnings.check([first, said("b", "We will not come.", "Vendremos.")], []);
    expect(told()).toEqual(["b es: negation"]);
    warnings.close();
    expect(clock.pending()).toBe(0);
  });
});
