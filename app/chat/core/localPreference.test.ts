import { describe, expect, test } from "vitest";
import { fakeStorage } from "../../../tests/fakes/storage.ts";
import { createLocalPreference } from "./localPreference.ts";

const nobody = { onStored: () => {} };

describe("local preference", () => {
  test("stores the value, and removes it when off", () => {
    const storage = fakeStorage();
    const first = createLocalPreference("muted", { storage: () => storage, ...nobody });
    expect(first.getSnapshot()).toBe(false);
    first.set(true);
    const second = createLocalPreference("muted", { storage: () => storage, ...nobody });
    expect(second.getSnapshot()).toBe(true);
    second.set(false);
    expect(storage.values.size).toBe(0);
  });

  test("follows other tabs, for its own key only", () => {
    const storage = fakeStorage();
    let stored: (key: string | null) => void = () => {};
    const choice = createLocalPreference("muted", {
      storage: () => storage,
      onStored: (changed) => (stored = changed),
    });
    storage.values.set("muted", "on");
    stored("other");
    expect(choice.getSnapshot()).toBe(false);
    stored("muted");
    expect(choice.getSnapshot()).toBe(true);
  });

  test("lasts as long as the page without storage", () => {
    const refuse = () => {
      throw new DOMException("denied", "SecurityError");
    };
    const choice = createLocalPreference("muted", { storage: refuse, ...nobody });
    choice.set(true);
    expect(choice.getSnapshot()).toBe(true);
  });
});
