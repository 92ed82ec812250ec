import { describe, expect, test } from "vitest";
import { ok } from "#contracts/errors.ts";
import type { Line } from "#contracts/lines.ts";
import { createFakeClock, settle } from "../../tests/fakes/clock.ts";
import { fakeStorage } from "../../tests/fakes/storage.ts";
import type { KeyValueStorage } from "../lib/storage.ts";
import type { LineWrite } from "./core/storedWrites.ts";
import { createOutbox } from "./outbox.ts";

const KEY = "parley:outbox:m:ana";
const idOf = (number: number) => `d0000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
const post = (number: number, text = `line ${number}`): LineWrite => ({
  ...{ kind: "post", id: idOf(number), text, language: "es", replyTo: null, mentions: [], writtenAt: number },
});
const edit = (number: number, text: string): LineWrite => ({
  ...{ kind: "edit", id: idOf(number), text, language: "es", mentions: [] },
});
const textOf = (write: LineWrite) => (write.kind === "remove" ? "" : write.text);

/** Storage that accepts every write and forgets it. */
const forgetfulStorage = (): KeyValueStorage => ({ getItem: () => null, setItem() {}, removeItem() {} });

/** Opens tabs of one browser. `device` is the storage that they share. */
function createBrowser(device: KeyValueStorage = fakeStorage()) {
  const sent: string[] = [];
  const clock = createFakeClock();
  const openTab = () => {
    const outbox = createOutbox({
      places: { tab: fakeStorage(), device, isPersistent: () => true },
      ...{ key: KEY, clock, newId: () => idOf(999), onSent() {}, isTransient: () => false },
      async send(write) {
        sent.push(textOf(write));
        return ok({} as Line);
      },
    });
    return { ...outbox, pending: () => outbox.getSnapshot().items.map(({ write }) => textOf(write)) };
  };
  return { sent, openTab };
}

/** Edits the same line in two tabs, "old" before "new". Returns the tabs with their storage. */
function editInTwoTabs() {
  const device = fakeStorage();
  const { sent, openTab } = createBrowser(device);
  const first = openTab();
  first.add(edit(1, "old"));
  const second = openTab();
  second.add(edit(1, "new"));
  return { sent, first, second, device };
}

/** Edits the same line in two tabs. The storage then loses the newer edit. */
function editInTwoTabsAndLose() {
  const tabs = editInTwoTabs();
  tabs.device.values.delete(KEY);
  return tabs;
}

describe("outbox on storage that forgets", () => {
  test("sends every line", async () => {
    const { sent, openTab } = createBrowser(forgetfulStorage());
    const tab = openTab();
    tab.add(post(1));
    tab.add(post(2));
    tab.start();
    await settle();
    expect(sent).toEqual(["line 1", "line 2"]);
    expect(tab.pending()).toEqual([]);
  });

  test("sends lines from before and after a clear", async () => {
    const device = fakeStorage();
    const { sent, openTab } = createBrowser(device);
    const tab = openTab();
    tab.add(post(1));
    device.values.clear();
    tab.add(post(2));
    tab.start();
    await settle();
    expect(sent).toEqual(["line 1", "line 2"]);
  });

  test("stores again what a clear removed", () => {
    const device = fakeStorage();
    const { openTab } = createBrowser(device);
    const tab = openTab();
    tab.add(post(1));
    device.values.clear();
    tab.add(post(2));
    expect(openTab().pending()).toEqual(["line 1", "line 2"]);
  });
});

describe("outbox of two tabs", () => {
  test("drops a line that the other tab sent", async () => {
    const { sent, openTab } = createBrowser();
    const [first, second] = [openTab(), openTab()];
    first.add(post(1));
    second.start();
    await settle();
    first.start();
    await settle();
    expect(sent).toEqual(["line 1"]);
    expect([first.pending(), second.pending()]).toEqual([[], []]);
  });

  test("drops a line that the other tab discarded", async () => {
    const { sent, openTab } = createBrowser();
    const first = openTab();
    first.add(post(1));
    const second = openTab();
    second.discard(idOf(1));
    first.start();
    await settle();
    expect(sent).toEqual([]);
    expect(first.pending()).toEqual([]);
  });

  test("drops an edit that the other tab replaced", async () => {
    const { sent, openTab } = createBrowser();
    const first = openTab();
    first.add(edit(1, "old"));
    const second = openTab();
    second.add(edit(1, "new"));
    first.start();
    await settle();
    expect(sent).toEqual(["new"]);
  });

  test("drops an edit that the other tab replaced unseen", async () => {
    const { sent, openTab } = createBrowser();
    const [first, second] = [openTab(), openTab()];
    first.add(edit(1, "old"));
    second.add(edit(1, "new"));
    first.start();
    await settle();
    expect(sent).toEqual(["new"]);
  });

  test("keeps a newer edit when a stale one is discarded", async () => {
    const { sent, first, second } = editInTwoTabsAndLose();
    first.discard(idOf(1));
    second.start();
    await settle();
    expect(sent).toEqual(["new"]);
  });

  test("stores no stale edit over a newer one", async () => {
    const { sent, first, second } = editInTwoTabsAndLose();
    first.add(post(2));
    second.start();
    await settle();
    expect(sent.toSorted()).toEqual(["line 2", "new"]);
  });

  test("drops no newer edit after storage was cleared", async () => {
    const { sent, first, second, device } = editInTwoTabs();
    device.values.clear();
    first.add(post(2));
    second.start();
    await settle();
    expect(sent).toContain("new");
  });

  test("keeps a later edit of a line that was sent", async () => {
    const { sent, openTab } = createBrowser();
    const [first, second] = [openTab(), openTab()];
    first.start();
    first.add(edit(1, "old"));
    await settle();
    second.add(edit(1, "new"));
    second.start();
    await settle();
    expect(sent).toEqual(["old", "new"]);
  });

  test("keeps an edit made while another tab is sending", async () => {
    const { sent, openTab } = createBrowser();
    const first = openTab();
    first.add(edit(1, "old"));
    const second = openTab();
    first.start();
    second.add(edit(1, "new"));
    await settle();
    second.start();
    await settle();
    expect(sent).toContain("new");
    expect(sent.at(-1)).toBe("new");
  });

  test("stores no line again that the other tab sent", async () => {
    const device = fakeStorage();
    const { sent, openTab } = createBrowser(device);
    const first = openTab();
    first.add(post(1));
    const second = openTab();
    second.start();
    await settle();
    first.add(post(2));
    expect(JSON.parse(device.values.get(KEY) ?? "")).toEqual([post(2)]);
    first.start();
    await settle();
    expect(sent).toEqual(["line 1", "line 2"]);
  });
});

describe("stored tombstones", () => {
  test("hold no text and are limited", async () => {
    const device = fakeStorage();
    const { openTab } = createBrowser(device);
    const tab = openTab();
    tab.start();
    for (let number = 1; number <= 150; number += 1) {
      tab.add(post(number));
      await settle();
    }
    const stored = JSON.parse(device.values.get(`${KEY}:done`) ?? "[]");
    expect([...device.values.keys()]).toEqual([`${KEY}:done`]);
    expect(stored).toHaveLength(100);
    expect(stored.at(-1)).toMatch(new RegExp(`^${idOf(150)} [0-9a-f]{1,8}$`, "u"));
  });

  test.each(["{", "null", '["no id"]'])("are none in storage that holds %s", async (value) => {
    const device = fakeStorage();
    device.values.set(`${KEY}:done`, value);
    const { sent, openTab } = createBrowser(device);
    const tab = openTab();
    tab.add(post(1));
    tab.start();
    await settle();
    expect(sent).toEqual(["line 1"]);
  });

  test("leave the list of unsent lines in its old format", () => {
    const device = fakeStorage();
    const { openTab } = createBrowser(device);
    device.values.set(KEY, JSON.stringify([post(1)]));
    const tab = openTab();
    expect(tab.pending()).toEqual(["line 1"]);
    tab.add(post(2));
    expect(JSON.parse(device.values.get(KEY) ?? "")).toEqual([post(1), post(2)]);
  });
});
