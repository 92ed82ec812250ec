import { describe, expect, test, vi } from "vitest";
import { createFakeClock, settle } from "../../tests/fakes/clock.ts";
import { fakeStorage } from "../../tests/fakes/storage.ts";
import { createShortLines } from "./shortLines.ts";

/** Parts of Spanish and English words. */
const FILES: Readonly<Record<string, unknown>> = {
  "/language-statistics/es.json": { "150": " sin | red " },
  "/language-statistics/en.json": { "80": " sin | red " },
};
const load = () => import("./core/shortLineCheck.ts");
const LINE = { id: "a", language: "en", text: "Sin red" } as const;

function scene(loading = vi.fn(load)) {
  const requests: string[] = [];
  const lines = createShortLines(
    {
      fetch: async (url) => {
        requests.push(String(url));
        return new Response(JSON.stringify(FILES[String(url)]));
      },
      storage: fakeStorage,
      clock: createFakeClock(),
    },
    loading,
  );
  const changed = vi.fn();
  const unsubscribe = lines.subscribe(changed);
  return { lines, loading, requests, changed, unsubscribe };
}

describe("short lines", () => {
  test("load nothing for a long line", async () => {
    const { lines, loading } = scene();
    expect(lines.isReadable({ ...LINE, text: "sin red ".repeat(6) }, "es")).toBe(false);
    await settle();
    expect(loading).not.toHaveBeenCalled();
  });

  test("load the check once, then the two languages", async () => {
    const { lines, loading, requests, changed } = scene();
    for (let times = 0; times < 3; times += 1) expect(lines.isReadable(LINE, "es")).toBeUndefined();
    await vi.waitFor(() => expect(changed).toHaveBeenCalled());
    expect(lines.isReadable(LINE, "es")).toBeUndefined();
    await vi.waitFor(() => expect(lines.isReadable(LINE, "es")).toBe(true));
    expect(loading).toHaveBeenCalledTimes(1);
    expect(requests).toEqual(["/language-statistics/en.json", "/language-statistics/es.json"]);
    // The same words by a Spanish speaker.
    lines.isReadable({ ...LINE, language: "es" }, "en");
    await settle();
    expect(lines.isReadable({ ...LINE, language: "es" }, "en")).toBe(false);
  });

  test("translate a line on request", async () => {
    const { lines, changed, unsubscribe } = scene();
    lines.isReadable(LINE, "es");
    await vi.waitFor(() => expect(changed).toHaveBeenCalled());
    lines.isReadable(LINE, "es");
    await settle();
    changed.mockClear();
    lines.translateAnyway(LINE.id);
    expect(changed).toHaveBeenCalledTimes(1);
    expect(lines.isReadable(LINE, "es")).toBe(false);
    unsubscribe();
    lines.translateAnyway("b");
    expect(changed).toHaveBeenCalledTimes(1);
  });

  test("translate every line when the check cannot be loaded", async () => {
    const { lines } = scene(vi.fn(async () => Promise.reject(new TypeError("offline"))));
    expect(lines.isReadable(LINE, "es")).toBeUndefined();
    await settle();
    expect(lines.isReadable(LINE, "es")).toBe(false);
  });
});
