/** What was written and is not sent yet: through closed tabs, other tabs, other people, and ids that are taken. */
import { expect, it } from "vitest";
import { fakeStorage } from "../../../tests/fakes/storage.ts";
import { postLineCalls, twoInCall } from "../../../tests/fakes/twoInCall.ts";
import { createWorld } from "../../../tests/fakes/world.ts";
import { expiringLocalStorage } from "../../lib/storage.ts";

/** Ana in a call in one tab of a browser; `open` gives another tab of it. */
async function browser() {
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

it("a tab that is closed loses nothing: what was not sent goes when the link is opened again, under its id", async () => {
  const { ana, device, clock, tab, open } = await browser();
  tab.timeline.post("sent", "es");
  await clock.advance(1_000);
  await tab.offline();
  tab.timeline.post("waiting", "es");
  await clock.advance(1_000);
  const id = tab.timeline.getSnapshot().entries[1]?.id;
  tab.close();
  expect(tab.storage.values.size).toBe(0);
  ana.setOffline(false);
  const again = await open();
  expect(again.sees()).toEqual(["sent", "waiting"]);
  expect(again.timeline.getSnapshot().entries[1]?.id).toBe(id);
  expect(device.values.size).toBe(0);
});

it("it is there before the call is entered", async () => {
  const world = createWorld();
  const ana = world.backend.person("Ana", "es", "es");
  const first = world.tab(ana);
  first.timeline.post("hola", "es");
  // Nobody knows yet what the meeting keeps.
  expect([first.storage.values.size, first.device.values.size]).toEqual([1, 0]);
  expect(world.tab(ana, { storage: first.storage }).sees()).toEqual(["[pending] hola"]);
});

it("somebody else at the same browser neither sees nor sends it", async () => {
  const { backend, tab, clock, open } = await browser();
  await tab.offline();
  tab.timeline.post("waiting", "es");
  await clock.advance(1_000);
  tab.close();
  const bens = await open(backend.person("Ben", "en", "en"));
  expect(bens.sees()).toEqual([]);
  expect(backend.lines()).toEqual([]);
});

it("a meeting that keeps nothing leaves nothing beyond the tab, also of what was written before it did", async () => {
  const { ana, device, tab, clock } = await browser();
  await tab.offline();
  tab.timeline.post("before", "es");
  expect(device.values.size).toBe(1);
  await tab.online();
  await clock.advance(1_000);
  await ana.rpc("update_meeting", { meeting_id: tab.timeline.meetingId, keep: "nothing" });
  await clock.advance(0);
  await tab.offline();
  tab.timeline.post("after", "es");
  await clock.advance(1_000);
  expect([device.values.size, [...tab.storage.values.values()].join()]).toEqual([0, expect.stringContaining("after")]);
});

it("a tab whose place another has taken sends nothing, and takes nothing away from the other", async () => {
  const given = await browser();
  const { tab, clock, open, device } = given;
  tab.timeline.post("uno", "es");
  await clock.advance(1_000);
  // Its requests fail, its socket lives.
  given.ana.failNext("post_line", "network/timeout");
  tab.timeline.post("dos", "es");
  await clock.advance(0);
  const other = await open();
  expect(tab.state()).toBe("taken-over");
  expect(other.sees()).toEqual(["uno", "dos"]);
  const sent = postLineCalls(given).length;
  tab.timeline.post("tres", "es");
  await clock.advance(60_000);
  expect(postLineCalls(given)).toHaveLength(sent);
  await other.offline();
  other.timeline.post("cuatro", "es");
  tab.timeline.discard("nothing");
  await clock.advance(1_000);
  expect(device.values.values().next().value).toContain("cuatro");
  other.close();
  given.ana.setOffline(false);
  const third = await open();
  await clock.advance(1_000);
  expect(third.sees()).toEqual(["uno", "dos", "tres", "cuatro"]);
});

it("what is written where another tab took over goes when this one continues", async () => {
  const given = await browser();
  const other = await given.open();
  given.tab.timeline.post("uno", "es");
  await given.clock.advance(60_000);
  expect(postLineCalls(given)).toEqual([]);
  given.tab.call.join();
  await given.clock.advance(1_000);
  expect([given.tab.sees(), other.state()]).toEqual([["uno"], "taken-over"]);
});

it("a tab that was cut off does not repeat an edit that another tab has made since, over newer words", async () => {
  const { ana, tab, clock, open, backend } = await browser();
  tab.timeline.post("uno", "es");
  await clock.advance(1_000);
  const id = backend.lines()[0]?.id ?? "";
  await tab.offline();
  tab.timeline.edit(id, "dos");
  await clock.advance(100);
  ana.setOffline(false);
  // The cut tab hears of nothing yet, and will try again by itself.
  const other = await open();
  other.timeline.edit(id, "tres");
  await clock.advance(60_000);
  expect(backend.lines()[0]?.text).toBe("tres");
});

it.each(["{", '{"lines":4}', "null", '[{"id":"no"}]'])("survives storage that holds %s", (held) => {
  const world = createWorld();
  const storage = fakeStorage();
  const ana = world.backend.person("Ana", "es", "es");
  storage.values.set(`parley:outbox:a0000000-0000-4000-8000-000000000000:${ana.userId}`, held);
  expect(world.tab(ana, { storage, device: storage }).sees()).toEqual([]);
});

it("sends also when storage is full", async () => {
  const world = createWorld();
  const storage = fakeStorage();
  storage.full = true;
  const tab = world.tab(world.backend.person("Ana", "es", "es"), { storage, device: storage });
  tab.call.join();
  tab.timeline.post("hola", "es");
  await world.clock.advance(1_000);
  expect(tab.sees()).toEqual(["hola"]);
});

it("where its id is taken a line goes under another, once, and what answers it answers that", async () => {
  const { ana, anaTab, ben, benTab, backend, clock } = await twoInCall();
  await anaTab.offline();
  anaTab.timeline.post("uno", "es");
  const id = anaTab.timeline.getSnapshot().entries[0]?.id ?? "";
  anaTab.timeline.post("dos", "es", { replyTo: id });
  await ben.rpc("post_line", { id, call_id: backend.callId(), language: "en", text: "mine" });
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

it("what nobody came back for within a week is not on the device any more", () => {
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
