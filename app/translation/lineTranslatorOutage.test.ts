import { describe, expect, test } from "vitest";
import { translateRequests, twoInCall } from "../../tests/fakes/twoInCall.ts";

describe("line translator without an engine", () => {
  /** Longer than the last pause of the circuit breaker, and the batch of the waiting lines. */
  const BOUND_MS = 35_000;

  /** Ana writes while the server's engine is paused for 2, 4, 8, 16, then 32 s. */
  async function withoutEngine(words: readonly string[]) {
    const given = await twoInCall();
    const { anaTab, backend, clock } = given;
    let pausedUntil = 0;
    let pauseMs = 1_000;
    backend.enginePauseMs = () => {
      if (clock.now() >= pausedUntil) {
        pauseMs = Math.min(2 * pauseMs, 32_000);
        pausedUntil = clock.now() + pauseMs;
      }
      return pausedUntil - clock.now();
    };
    for (const word of words) {
      anaTab.timeline.post(word, "es");
      await clock.advance(2_000);
    }
    return given;
  }

  test("shows the reason at once after the first line", async () => {
    const { anaTab, benTab, clock } = await withoutEngine(["uno"]);
    expect(benTab.sees()).toEqual(["(translate/unavailable) uno"]);
    anaTab.timeline.post("dos", "es");
    await clock.advance(0);
    expect(benTab.sees()).toEqual(["(translate/unavailable) uno", "(translate/unavailable) dos"]);
  });

  test("translates all lines by itself once an engine is there", async () => {
    const { backend, benTab, clock } = await withoutEngine(["uno", "dos", "tres"]);
    await clock.advance(10 * 60_000);
    expect(benTab.sees()).toEqual(["uno", "dos", "tres"].map((word) => `(translate/unavailable) ${word}`));
    backend.enginePauseMs = null;
    await clock.advance(BOUND_MS);
    expect(benTab.sees()).toEqual(["en: uno", "en: dos", "en: tres"]);
  });

  test("sends one line as a probe, and rarely", async () => {
    const given = await withoutEngine(["uno", "dos", "tres"]);
    await given.clock.advance(60_000);
    const before = translateRequests(given, given.ben.userId).length;
    await given.clock.advance(10 * 60_000);
    const probes = translateRequests(given, given.ben.userId).slice(before);
    expect(probes.length).toBeGreaterThan(15);
    expect(probes.length).toBeLessThanOrEqual(20);
    for (const { args } of probes) expect(args).toHaveLength(1);
  });

  test("probes with another line when the first is deleted", async () => {
    const { anaTab, backend, benTab, clock } = await withoutEngine(["uno", "dos"]);
    await clock.advance(60_000);
    for (const { id, text } of anaTab.timeline.getSnapshot().entries) if (text === "dos") anaTab.timeline.remove(id);
    backend.enginePauseMs = null;
    await clock.advance(BOUND_MS);
    expect(benTab.sees()[0]).toBe("en: uno");
  });

  test("retries when the function itself did not respond", async () => {
    const { ana, ben, benTab, backend, clock } = await twoInCall();
    const { translate } = ben;
    ben.translate = async () => ({ ok: false, error: { code: "network/timeout" } });
    ana.rpc("post_line", {
      ...{ p_line_id: crypto.randomUUID(), p_call_id: backend.callId(), p_language: "es", p_text: "hola" },
    });
    await clock.advance(10 * 60_000);
    expect(benTab.sees()).toEqual(["(translate/unavailable) hola"]);
    ben.translate = translate;
    await clock.advance(BOUND_MS);
    expect(benTab.sees()).toEqual(["en: hola"]);
  });
});
