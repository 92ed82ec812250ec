import { describe, expect, test } from "vitest";
import { fakeStorage, storedValues } from "../../tests/fakes/storage.ts";
import { postLineCalls, twoInCall } from "../../tests/fakes/twoInCall.ts";
import { createWorld } from "../../tests/fakes/world.ts";
import { expiringLocalStorage } from "../lib/storage.ts";

/** Ana is in a call in one tab of a browser. `open` opens another tab. */
async function openBrowser() {
  const world = createWorld();
  const ana = world.backend.person("Ana", "es", "es");
  const device = fakeStorage();
  const open = async (person = ana) => {
    const tab = world.tab(person, { device });
    tab.call.join();
    await world.clock.advance(1_000);
    return tab;
  };
  return { ...world, ana, device, open, tab: await open() };
}

describe("outbox of a tab", () => {
  test("sends lines of a closed tab later, under their ids", async () => {
    const { ana, device, clock, tab, open } = await openBrowser();
    tab.timeline.post("sent", "es");
    await clock.advance(1_000);
    await tab.offline();
    tab.timeline.post("waiting", "es");
    await clock.advance(1_000);
    const id = tab.timeline.getSnapshot().entries[1]?.id;
    tab.close();
    expect(tab.storage.values.size).toBe(0);
    ana.setOffline(false);
    const reopened = await open();
    expect(reopened.sees()).toEqual(["sent", "waiting"]);
    expect(reopened.timeline.getSnapshot().entries[1]?.id).toBe(id);
    expect(storedValues(device)).toEqual([]);
  });

  test("shows unsent lines before the call is joined", async () => {
    const world = createWorld();
    const ana = world.backend.person("Ana", "es", "es");
    const first = world.tab(ana);
    first.timeline.post("hola", "es");
    // The meeting's retention is not known yet.
    expect([first.storage.values.size, first.device.values.size]).toEqual([1, 0]);
    expect(world.tab(ana, { storage: first.storage }).sees()).toEqual(["[pending] hola"]);
  });

  test("hides and keeps lines of another user of the browser", async () => {
    const { backend, tab, clock, open } = await openBrowser();
    await tab.offline();
    tab.timeline.post("waiting", "es");
    await clock.advance(1_000);
    tab.close();
    const bens = await open(backend.person("Ben", "en", "en"));
    expect(bens.sees()).toEqual([]);
    expect(backend.lines()).toEqual([]);
  });

  test("stores nothing on the device when the meeting keeps nothing", async () => {
    const { ana, device, tab, clock } = await openBrowser();
    await tab.offline();
    tab.timeline.post("before", "es");
    expect(device.values.size).toBe(1);
    await tab.online();
    await clock.advance(1_000);
    await ana.rpc("update_meeting", { p_meeting_id: tab.timeline.meetingId, p_keep: "nothing" });
    await clock.advance(0);
    await tab.offline();
    tab.timeline.post("after", "es");
    await clock.advance(1_000);
    expect([device.values.size, [...tab.storage.values.values()].join()]).toEqual([
      0,
      expect.stringContaining("after"),
    ]);
  });

  test("sends and removes nothing after another tab took over", async () => {
    const scene = await openBrowser();
    const { tab, clock, open, device } = scene;
    tab.timeline.post("uno", "es");
    await clock.advance(1_000);
    // Requests fail while the socket stays open.
    scene.ana.failNext("post_line", "network/timeout");
    tab.timeline.post("dos", "es");
    await clock.advance(0);
    const other = await open();
    expect(tab.state()).toBe("taken-over");
    expect(other.sees()).toEqual(["uno", "dos"]);
    const sent = postLineCalls(scene).length;
    tab.timeline.post("tres", "es");
    await clock.advance(60_000);
    expect(postLineCalls(scene)).toHaveLength(sent);
    await other.offline();
    other.timeline.post("cuatro", "es");
    tab.timeline.discard("nothing");
    await clock.advance(1_000);
    expect(storedValues(device)).toEqual([expect.stringContaining("cuatro")]);
    other.close();
    scene.ana.setOffline(false);
    const third = await open();
    await clock.advance(1_000);
    expect(third.sees()).toEqual(["uno", "dos", "tres", "cuatro"]);
  });

  test("sends lines of a taken-over tab when the tab continues", async () => {
    const scene = await openBrowser();
    const other = await scene.open();
    scene.tab.timeline.post("uno", "es");
    await scene.clock.advance(60_000);
    expect(postLineCalls(scene)).toEqual([]);
    scene.tab.call.join();
    await scene.clock.advance(1_000);
    expect([scene.tab.sees(), other.state()]).toEqual([["uno"], "taken-over"]);
  });

  test("repeats no edit that another tab sent, over newer text", async () => {
    const { ana, tab, clock, open, backend } = await openBrowser();
    tab.timeline.post("uno", "es");
    await clock.advance(1_000);
    const id = backend.lines()[0]?.id ?? "";
    await tab.offline();
    tab.timeline.edit(id, "dos");
    await clock.advance(100);
    ana.setOffline(false);
    // The first tab is still disconnected and will retry.
    const other = await open();
    other.timeline.edit(id, "tres");
    await clock.advance(60_000);
    expect(backend.lines()[0]?.text).toBe("tres");
  });

  test.each(["{", '{"lines":4}', "null", '[{"id":"no"}]'])("survives storage that holds %s", (held) => {
    const world = createWorld();
    const storage = fakeStorage();
    const ana = world.backend.person("Ana", "es", "es");
    storage.values.set(`parley:outbox:a0000000-0000-4000-8000-000000000000:${ana.userId}`, held);
    expect(world.tab(ana, { storage, device: storage }).sees()).toEqual([]);
  });

  test("sends when storage is full", async () => {
    const world = createWorld();
    const storage = fakeStorage();
    storage.full = true;
    const tab = world.tab(world.backend.person("Ana", "es", "es"), { storage, device: storage });
    tab.call.join();
    tab.timeline.post("hola", "es");
    await world.clock.advance(1_000);
    expect(tab.sees()).toEqual(["hola"]);
  });

  test("sends a line under a new id once, replies follow", async () => {
    const { ana, anaTab, ben, benTab, backend, clock } = await twoInCall();
    await anaTab.offline();
    anaTab.timeline.post("uno", "es");
    const id = anaTab.timeline.getSnapshot().entries[0]?.id ?? "";
    anaTab.timeline.post("dos", "es", { replyTo: id });
    await ben.rpc("post_line", { p_line_id: id, p_call_id: backend.callId(), p_language: "en", p_text: "mine" });
    await anaTab.online();
    await clock.advance(10_000);
    expect(anaTab.sees()).toEqual(["es: mine", "uno", "dos"]);
    expect(benTab.sees()).toEqual(["mine", "en: uno", "en: dos"]);
    const [, uno, dos] = backend.lines();
    expect([uno?.author, dos?.reply_to]).toEqual([ana.userId, uno?.id]);
    for (const _ of [1, 2]) ana.failNext("post_line", "line/conflict");
    anaTab.timeline.post("tres", "es");
    await clock.advance(60_000);
    expect(anaTab.sees().at(-1)).toBe("[failed] tres");
  });
});

describe("expiringLocalStorage", () => {
  test("removes values after a week without a write", () => {
    const values = new Map<string, string>();
    let now = 0;
    const storage = new Proxy<Storage>(
      {
        length: 0,
        clear() {},
        key: () => null,
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => void values.set(key, value),
        removeItem: (key: string) => void values.delete(key),
      },
      {
        ownKeys: () => [...values.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      },
    );
    const open = () =>
      expiringLocalStorage(
        () => storage,
        () => now,
      );
    values.set("parley.other", "stays");
    open().setItem("a", "uno\ndos");
    now = 6 * 86_400_000;
    open().setItem("b", "tres");
    expect([open().getItem("a"), open().getItem("b")]).toEqual(["uno\ndos", "tres"]);
    now = 8 * 86_400_000;
    expect([open().getItem("a"), open().getItem("b")]).toEqual([null, "tres"]);
    expect([...values.keys()].filter((key) => !key.includes("b"))).toEqual(["parley.other"]);
  });
});
