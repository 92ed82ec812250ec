import { describe, expect, test } from "vitest";
import { NO_PAIRS } from "#contracts/languagePairs.ts";
import { createFakeClock, settle } from "../../tests/fakes/clock.ts";
import {
  AVAILABILITY_RECHECK_MS,
  AVAILABILITY_TIMEOUT_MS,
  canRead,
  createTranslationReach,
} from "./translationReach.ts";

function scene(availability: (pair: { sourceLanguage: string; targetLanguage: string }) => Promise<string>) {
  const clock = createFakeClock();
  let changes = 0;
  const reach = createTranslationReach({ engines: NO_PAIRS, api: { availability }, clock });
  reach.subscribe(() => {
    changes += 1;
  });
  return { clock, reach, changes: () => changes };
}

describe("translation reach", () => {
  test("counts a model on the device", async () => {
    const asked: string[] = [];
    const { reach, changes } = scene(async ({ sourceLanguage, targetLanguage }) => {
      asked.push(`${sourceLanguage}-${targetLanguage}`);
      return "available";
    });
    expect(reach.isBrowserReady("nb", "en")).toBeUndefined();
    expect(canRead(reach, "nb", "en")).toBe(false);
    await settle();
    expect(reach.isBrowserReady("nb", "en")).toBe(true);
    expect(canRead(reach, "nb", "en")).toBe(true);
    expect(changes()).toBe(1);
    expect(asked).toEqual(["no-en"]);
  });

  test.each(["downloadable", "downloading", "unavailable"])("counts no model that is %s", async (availability) => {
    let current = availability;
    const { reach, clock } = scene(async () => current);
    reach.isBrowserReady("de", "en");
    await settle();
    expect(reach.isBrowserReady("de", "en")).toBe(false);
    current = "available";
    await clock.advance(AVAILABILITY_RECHECK_MS);
    reach.isBrowserReady("de", "en");
    await settle();
    expect(reach.isBrowserReady("de", "en")).toBe(true);
  });

  test("gives up a check that hangs or fails", async () => {
    const { reach, clock } = scene(({ targetLanguage }) =>
      targetLanguage === "en" ? new Promise(() => {}) : Promise.reject(new Error("NotAllowedError")),
    );
    reach.isBrowserReady("de", "en");
    reach.isBrowserReady("de", "fr");
    await clock.advance(AVAILABILITY_TIMEOUT_MS);
    expect(reach.isBrowserReady("de", "en")).toBe(false);
    expect(reach.isBrowserReady("de", "fr")).toBe(false);
  });

  test("checks nothing without a browser translator", () => {
    const clock = createFakeClock();
    const reach = createTranslationReach({ engines: null, api: undefined, clock });
    expect(reach.isBrowserReady("de", "en")).toBe(false);
    expect(canRead(reach, "de", "en")).toBe(true);
    expect(clock.pending()).toBe(0);
  });
});
