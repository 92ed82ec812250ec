import { expect, test } from "vitest";
import { createSingleKeys } from "./singleKeys.ts";

function browser() {
  const stored = new Map<string, string>();
  const tabs: ((key: string | null) => void)[] = [];
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  return {
    stored,
    tab: () => createSingleKeys({ storage: () => storage, onStored: (changed) => tabs.push(changed) }),
    tell: (key: string | null) => {
      for (const changed of tabs) changed(key);
    },
  };
}

test("single keys act until they are switched off, and stay off with the next page", () => {
  const { tab } = browser();
  const keys = tab();
  expect(keys.getSnapshot()).toBe(true);
  keys.set(false);
  expect(keys.getSnapshot()).toBe(false);
  expect(tab().getSnapshot()).toBe(false);
  keys.set(true);
  expect(tab().getSnapshot()).toBe(true);
});

test("another tab of the browser follows, and so does one whose storage was emptied", () => {
  const { tab, tell, stored } = browser();
  const here = tab();
  const there = tab();
  here.set(false);
  tell("parley.single-keys");
  expect(there.getSnapshot()).toBe(false);
  stored.clear();
  tell(null);
  expect(there.getSnapshot()).toBe(true);
});

test("what something else stores is nothing to it", () => {
  const { tab, tell, stored } = browser();
  const keys = tab();
  stored.set("parley.single-keys", "off");
  tell("something.else");
  expect(keys.getSnapshot()).toBe(true);
});

test("a browser that stores nothing keeps the choice for as long as the page", () => {
  const keys = createSingleKeys({
    storage: () => {
      throw new DOMException("denied", "SecurityError");
    },
    onStored() {},
  });
  expect(keys.getSnapshot()).toBe(true);
  keys.set(false);
  expect(keys.getSnapshot()).toBe(false);
});
