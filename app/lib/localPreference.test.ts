import { describe, expect, test } from "vitest";
import { fakeStorage } from "../../tests/fakes/storage.ts";
import { createLocalPreference } from "./localPreference.ts";

const KEY = "parley.setting";

function createTabs(defaultValue: boolean) {
  const storage = fakeStorage();
  const listeners: ((key: string | null) => void)[] = [];
  return {
    stored: storage.values,
    open: () =>
      createLocalPreference(KEY, {
        defaultValue,
        storage: () => storage,
        onStored: (changed) => listeners.push(changed),
      }),
    notify(key: string | null) {
      for (const changed of listeners) changed(key);
    },
  };
}

describe.each([true, false])("a preference with default %s", (defaultValue) => {
  test("survives the page, and the default leaves no trace", () => {
    const { open, stored } = createTabs(defaultValue);
    const preference = open();
    expect(preference.getSnapshot()).toBe(defaultValue);
    preference.set(!defaultValue);
    expect(preference.getSnapshot()).toBe(!defaultValue);
    expect(open().getSnapshot()).toBe(!defaultValue);
    preference.set(defaultValue);
    expect(open().getSnapshot()).toBe(defaultValue);
    expect(stored.size).toBe(0);
  });

  test("follows other tabs and a cleared storage", () => {
    const { open, notify, stored } = createTabs(defaultValue);
    const here = open();
    const other = open();
    here.set(!defaultValue);
    notify(KEY);
    expect(other.getSnapshot()).toBe(!defaultValue);
    stored.clear();
    notify(null);
    expect(other.getSnapshot()).toBe(defaultValue);
  });

  test("ignores other keys", () => {
    const { open, notify, stored } = createTabs(defaultValue);
    const preference = open();
    stored.set(KEY, defaultValue ? "off" : "on");
    notify("something.else");
    expect(preference.getSnapshot()).toBe(defaultValue);
  });

  test("reads a stored default, as older versions wrote it", () => {
    const { open, stored } = createTabs(defaultValue);
    stored.set(KEY, defaultValue ? "on" : "off");
    expect(open().getSnapshot()).toBe(defaultValue);
  });

  test("lasts as long as the page without storage", () => {
    const preference = createLocalPreference(KEY, {
      defaultValue,
      storage: () => {
        throw new DOMException("denied", "SecurityError");
      },
      onStored() {},
    });
    expect(preference.getSnapshot()).toBe(defaultValue);
    preference.set(!defaultValue);
    expect(preference.getSnapshot()).toBe(!defaultValue);
  });
});
