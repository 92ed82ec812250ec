import { describe, expect, test } from "vitest";
import type { Line, Translation } from "#contracts/lines.ts";
import { createFakeClock } from "../../../tests/fakes/clock.ts";
import { createTranslationWarnings, type TranslationWarning, WARNING_DURATION_MS } from "./translationWarnings.ts";

const NOW = "2026-11-22T09:00:00.000Z";

/** A line that its author said in English, with its Spanish translation, where there is one. */
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
  const doubts = createTranslationWarnings({ clock, changed: (found) => (shown = found) });
  // What is there at first is not new.
  doubts.check([], []);
  const told = () => shown.map(({ line, into, issues: found }) => `${line} ${into}: ${found.map(({ kind }) => kind)}`);
  return { clock, doubts, told };
}

describe("translation warnings", () => {
  test("report a changed number once, for 30 s", async () => {
    const { clock, doubts, told } = speaker();
    const wrong = said("a", "It costs 15 euros.", "Cuesta 50 euros.");
    doubts.check([wrong], []);
    expect(told()).toEqual(["a es: number"]);
    await clock.advance(WARNING_DURATION_MS - 1);
    doubts.check([wrong], []);
    expect(told()).toEqual(["a es: number"]);
    await clock.advance(1);
    expect(told()).toEqual([]);
    doubts.check([wrong], []);
    expect(told()).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  test("ignore earlier, correct and missing translations", () => {
    const { doubts, told } = speaker();
    const late = createTranslationWarnings({ clock: createFakeClock(), changed: () => expect.unreachable() });
    late.check([said("a", "It costs 15 euros.", "Cuesta 50 euros.")], []);
    doubts.check([said("b", "It costs 15 euros.", "Cuesta 15 euros."), said("c", "Room 12.", null)], []);
    expect(told()).toEqual([]);
    doubts.check([said("c", "Room 12.", "Sala 21.")], []);
    expect(told()).toEqual(["c es: number"]);
  });

  test("ignore translations of an older revision", () => {
    const { doubts, told } = speaker();
    const { translations } = said("a", "It costs 15 euros.", "Cuesta 15 euros.");
    doubts.check([{ ...said("a", "It costs 16 euros.", null, 2), translations }], []);
    expect(told()).toEqual([]);
    doubts.check([said("a", "It costs 16 euros.", "Cuesta 60 euros.", 2)], []);
    expect(told()).toEqual(["a es: number"]);
  });

  test("check participant names and glossary terms", () => {
    const { doubts, told } = speaker();
    doubts.setTerms([
      { language: "en", term: "ramp", never: false, translations: { es: "rampa", fr: "rampe" } },
      { language: "en", term: "Blue Horizon", never: true, translations: {} },
      { language: "fr", term: "salle", never: false, translations: { es: "sala" } },
    ]);
    doubts.check(
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
    const { doubts, told } = speaker();
    const wrong = said("a", "Room 12.", "Sala 21.");
    doubts.check([wrong], []);
    doubts.dismissAll();
    doubts.check([said("a", "Room 12.", null)], []);
    doubts.check([wrong], []);
    expect(told()).toEqual([]);
  });

  test("report later issues after a dismissal", () => {
    const { clock, doubts, told } = speaker();
    const first = said("a", "Room 12.", "Sala 21.");
    doubts.check([first], []);
    doubts.dismissAll();
    expect(told()).toEqual([]);
    doubts.check([first, said("b", "We will not come.", "Vendremos.")], []);
    expect(told()).toEqual(["b es: negation"]);
    doubts.close();
    expect(clock.pending()).toBe(0);
  });
});
