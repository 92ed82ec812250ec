/** Caption sessions: warnings for the speaker, and the use of the glossary. */
import { describe, expect, test } from "vitest";
import type { TermEntry } from "#contracts/glossary.ts";
import { captionTab, twoCaptionTabs } from "../../tests/fakes/captionTab.ts";
import { createWorld } from "../../tests/fakes/world.ts";
import { TERMS_DEBOUNCE_MS } from "./core/glossaryTerms.ts";
import { WARNING_DURATION_MS } from "./core/translationWarnings.ts";

describe("warnings of a caption session", () => {
  test("report a changed number once, for a while", async () => {
    const { world, ana, ben, backend, clock } = await twoCaptionTabs();
    backend.engine = ({ text }) => ({ status: "ready", text: text.replace("8", "9"), reason: null });
    ana.device.last()?.onFinal("El autobús sale a las 8.");
    await clock.advance(500);
    const warnings = [{ into: "en", spoken: "8", translated: "El autobús sale a las 9." }];
    const ownWarnings = () =>
      ana.snapshot().warnings.map(({ into, translated, issues }) => ({ into, translated, spoken: issues[0]?.spoken }));
    expect([ownWarnings(), ben.snapshot().warnings]).toEqual([warnings, []]);
    ana.captioning.dismiss();
    await clock.advance(1_000);
    expect(ownWarnings()).toEqual([]);
    ana.device.last()?.onFinal("Y otro a las 8.");
    await clock.advance(500);
    expect(ownWarnings()).toHaveLength(1);
    await clock.advance(WARNING_DURATION_MS);
    expect(ownWarnings()).toEqual([]);
    ana.device.last()?.onFinal("Nos vemos a las 8.");
    await clock.advance(500);
    // Lines from before a reload are history, on any page.
    for (const text of ["Uno.", "Dos.", "Tres."]) ana.device.last()?.onFinal(text);
    await clock.advance(500);
    ana.reload();
    const again = await captionTab(world, ana.person, { storage: ana.storage });
    await again.tab.timeline.loadOlder();
    await clock.advance(500);
    expect([again.log().length, again.snapshot().warnings]).toEqual([6, []]);
  });

  test("report a lost glossary term", async () => {
    const world = createWorld();
    world.backend.terms = [{ term: "Camp Fortuna", language: "es", never: true, translations: {} }];
    const ana = await captionTab(world, world.backend.person("Ana", "es", "es"));
    await captionTab(world, world.backend.person("Ben", "en", "en"), { wish: "off" });
    world.backend.engine = () => ({ status: "ready", text: "We go to Camp Luck.", reason: null });
    ana.device.last()?.onFinal("Vamos a Camp Fortuna.");
    await world.clock.advance(500);
    expect(ana.snapshot().warnings).toMatchObject([{ issues: [{ kind: "name", spoken: "Camp Fortuna" }] }]);
  });

  const TERMS: TermEntry[] = [
    { term: "lanzadera", language: "es", never: false, translations: { en: "shuttle" } },
    { term: "risk map", language: "en", never: false, translations: { es: "mapa de riesgos" } },
    { term: "Parley", language: "en", never: true, translations: {} },
    { term: "Ausflug", language: "de", never: false, translations: { fr: "sortie" } },
  ];

  test("give glossary phrases to a running recogniser", async () => {
    const world = createWorld();
    world.backend.terms = TERMS;
    const person = world.backend.person("Ana", "es", "es");
    const ana = await captionTab(world, person);
    expect(ana.device.last()).toMatchObject({ language: "es", phrases: ["lanzadera", "mapa de riesgos", "Parley"] });
    expect(ana.device.runs).toHaveLength(1);
    await person.rpc("knock", {
      p_code: world.backend.meeting().code,
      p_display_name: "Ana",
      p_speaks: "en",
      p_reads: "es",
    });
    await world.clock.advance(0);
    expect(ana.device.last()).toMatchObject({ language: "en", phrases: ["shuttle", "risk map", "Parley"] });
  });

  test("include terms approved during the call", async () => {
    const { ana, backend, clock } = await twoCaptionTabs();
    backend.engine = () => ({ status: "ready", text: "We go to Camp Luck.", reason: null });
    ana.device.last()?.onFinal("Vamos a Camp Fortuna.");
    await clock.advance(TERMS_DEBOUNCE_MS);
    expect(ana.snapshot().warnings).toEqual([]);
    backend.terms = [{ term: "Camp Fortuna", language: "es", never: true, translations: {} }];
    await clock.advance(TERMS_DEBOUNCE_MS);
    expect(ana.device.last()).toMatchObject({ phrases: ["Camp Fortuna"] });
    expect(ana.device.runs).toHaveLength(1);
    ana.device.last()?.onFinal("Ya en Camp Fortuna.");
    await clock.advance(TERMS_DEBOUNCE_MS);
    expect(ana.snapshot().warnings).toMatchObject([
      { text: "Ya en Camp Fortuna.", issues: [{ spoken: "Camp Fortuna" }] },
    ]);
  });
});
