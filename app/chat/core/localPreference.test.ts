import { expect, test } from "vitest";
import { fakeStorage } from "../../../tests/fakes/storage.ts";
import { createLocalPreference } from "./localPreference.ts";

const nobody = { onStored: () => {} };

test("stays with the browser, and goes with no trace", () => {
  const storage = fakeStorage();
  const first = createLocalPreference("muted", { storage: () => storage, ...nobody });
  expect(first.getSnapshot()).toBe(false);
  first.set(true);
  const second = createLocalPreference("muted", { storage: () => storage, ...nobody });
  expect(second.getSnapshot()).toBe(true);
  second.set(false);
  expect(storage.values.size).toBe(0);
});

test("another tab is heard, about this choice alone", () => {
  const storage = fakeStorage();
  let stored: (key: string | null) => void = () => {};
  const choice = createLocalPreference("muted", { storage: () => storage, onStored: (changed) => (stored = changed) });
  storage.values.set("muted", "on");
  stored("other");
  expect(choice.getSnapshot()).toBe(false);
  stored("muted");
  expect(choice.getSnapshot()).toBe(true);
});

test("where nothing is stored it lasts as long as the page", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  const choice = createLocalPreference("muted", { storage: refuse, ...nobody });
  choice.set(true);
  expect(choice.getSnapshot()).toBe(true);
});
