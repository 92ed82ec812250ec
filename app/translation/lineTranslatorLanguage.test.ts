import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { translateRequests, twoInCall } from "../../tests/fakes/twoInCall.ts";

describe("line translator with a new reading language", () => {
  test("translates loaded lines into another language in batches", async () => {
    const given = await twoInCall();
    const { ana, ben, benTab, clock, backend, tab } = given;
    const count = 2 * LIMITS.linesPerTranslateRequest + 3;
    for (let number = 1; number <= count; number += 1)
      await ana.rpc("post_line", {
        ...{
          p_line_id: crypto.randomUUID(),
          p_call_id: backend.callId(),
          p_language: "es" as const,
          p_text: `${number}`,
        },
      });
    await clock.advance(LIMITS.readerRequestDelayMs);
    expect(benTab.sees()).toEqual(Array.from({ length: count }, (_, index) => `en: ${index + 1}`));

    // By a new knock, as the settings do it.
    await ben.rpc("knock", { p_code: backend.meeting().code, p_display_name: "Ben", p_speaks: "en", p_reads: "fr" });
    const before = translateRequests(given).length;
    await clock.advance(0);
    expect(benTab.sees()).toEqual(Array.from({ length: count }, (_, index) => `... ${index + 1}`));
    await clock.advance(LIMITS.readerRequestDelayMs);
    expect(benTab.sees()).toEqual(Array.from({ length: count }, (_, index) => `fr: ${index + 1}`));
    const made = translateRequests(given).slice(before);
    expect(made).toHaveLength(3);
    for (const { args } of made) expect((args as string[]).length).toBeLessThanOrEqual(LIMITS.linesPerTranslateRequest);

    const late = tab(backend.person("Cy", "de", "de"));
    late.call.join();
    await clock.advance(LIMITS.readerRequestDelayMs);
    expect(late.sees()).toEqual([`de: ${count - 2}`, `de: ${count - 1}`, `de: ${count}`]);
    await late.timeline.loadOlder();
    await clock.advance(LIMITS.readerRequestDelayMs);
    expect(late.sees().slice(0, 3)).toEqual([`de: ${count - 5}`, `de: ${count - 4}`, `de: ${count - 3}`]);
  });

  test("drops failures when the reading language changes", async () => {
    const { ana, ben, benTab, clock, backend } = await twoInCall();
    const { translate } = ben;
    ben.translate = async (lineIds) => {
      const failed = (language: "en" | "fr") =>
        lineIds.map((line_id) => ({ line_id, language, status: "failed" as const, reason: "translate/quota" }));
      return { ok: true, value: { results: [...failed("en"), ...failed("fr")] } };
    };
    ana.rpc("post_line", {
      p_line_id: crypto.randomUUID(),
      p_call_id: backend.callId(),
      p_language: "es",
      p_text: "hola",
    });
    await clock.advance(LIMITS.readerRequestDelayMs);
    expect(benTab.sees()).toEqual(["(translate/quota) hola"]);
    ben.translate = translate;
    await ben.rpc("knock", { p_code: backend.meeting().code, p_display_name: "Ben", p_speaks: "en", p_reads: "fr" });
    await clock.advance(0);
    expect(benTab.sees()).toEqual(["... hola"]);
    await clock.advance(LIMITS.readerRequestDelayMs);
    expect(benTab.sees()).toEqual(["fr: hola"]);
  });
});
