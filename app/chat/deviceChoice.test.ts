import { expect, test } from "vitest";
import { fakeStorage } from "../../tests/fakes/storage.ts";
import { createDeviceChoice } from "./deviceChoice.ts";

const nobody = { onStored: () => {} };

test("stays with the browser, and goes with no trace", () => {
  const storage = fakeStorage();
  const first = createDeviceChoice("muted", { storage: () => storage, ...nobody });
  expect(first.getSnapshot()).toBe(false);
  first.set(true);
  const second = createDeviceChoice("muted", { storage: () => storage, ...nobody });
  expect(second.getSnapshot()).toBe(true);
  second.set(false);
  expect(storage.values.size).toBe(0);
});

test("another tab is heard, about this choice alone", () => {
  const storage = fakeStorage();
  let stored: (key: string | null) => void = () => {};
  const choice = createDeviceChoice("muted", { storage: () => storage, onStored: (changed) => (stored = changed) });
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
  const choice = createDeviceChoice("muted", { storage: refuse, ...nobody });
  choice.set(true);
  expect(choice.getSnapshot()).toBe(true);
});
