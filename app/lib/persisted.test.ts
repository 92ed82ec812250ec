import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { persisted } from "./persisted.ts";

const schema = z.object({ volume: z.number() });

function memory(initial: Record<string, string> = {}) {
  const values = new Map(Object.entries(initial));
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

describe("persisted", () => {
  test("returns the written value, and null removes it", () => {
    const storage = memory();
    const setting = persisted(() => storage, "setting", schema);
    expect(setting.read()).toBeNull();
    expect(setting.write({ volume: 3 })).toBe(true);
    expect(setting.read()).toEqual({ volume: 3 });
    expect(setting.write(null)).toBe(true);
    expect(storage.values.size).toBe(0);
  });

  test("returns null for invalid JSON and other shapes", () => {
    for (const stored of ["{", '{"volume":"loud"}', "null", "3"])
      expect(persisted(() => memory({ setting: stored }), "setting", schema).read()).toBeNull();
  });

  test("survives a storage that is full or forbidden", () => {
    const full = {
      ...memory({ setting: '{"volume":1}' }),
      setItem() {
        throw new DOMException("full", "QuotaExceededError");
      },
    };
    const setting = persisted(() => full, "setting", schema);
    expect(setting.write({ volume: 2 })).toBe(false);
    expect(setting.read()).toEqual({ volume: 1 });
    const forbidden = persisted(
      () => {
        throw new DOMException("forbidden", "SecurityError");
      },
      "setting",
      schema,
    );
    expect(forbidden.read()).toBeNull();
    expect(forbidden.write({ volume: 2 })).toBe(false);
  });
});
