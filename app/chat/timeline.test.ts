import { expect, it } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { postLineCalls, twoInCall } from "../../tests/fakes/twoInCall.ts";

it("shows one's own line at once, then as sent, as the same entry in the same place", async () => {
  const { anaTab, clock } = await twoInCall();
  expect(anaTab.timeline.post("  hola \r\n", "es")).toEqual({ ok: true, value: null });
  expect(anaTab.sees()).toEqual(["[pending] hola"]);
  const [before] = anaTab.timeline.getSnapshot().entries;
  await clock.advance(0);
  expect(anaTab.sees()).toEqual(["hola"]);
  expect(anaTab.timeline.getSnapshot().entries[0]?.id).toBe(before?.id);
});

it("refuses what is empty or too long, and keeps nothing of it", async () => {
  const { anaTab } = await twoInCall();
  expect(anaTab.timeline.post(" \u0000\n ", "es")).toMatchObject({ error: { code: "line/empty" } });
  expect(anaTab.timeline.post("x".repeat(LIMITS.message.max + 1), "es")).toMatchObject({
    error: { code: "line/too-long" },
  });
  expect(anaTab.timeline.post("x".repeat(LIMITS.message.max), "es").ok).toBe(true);
  expect(anaTab.timeline.getSnapshot().entries).toHaveLength(1);
});

it("offline: lines wait in their order and go, once, when the network is back", async () => {
  const given = await twoInCall();
  const { anaTab, benTab, clock } = given;
  await anaTab.offline();
  anaTab.timeline.post("uno", "es");
  anaTab.timeline.post("dos", "es");
  await clock.advance(10_000);
  expect(anaTab.sees()).toEqual(["[failed] uno", "[pending] dos"]);
  expect(anaTab.timeline.getSnapshot().entries[0]?.delivery).toEqual({
    state: "failed",
    error: { code: "network/offline" },
  });
  await anaTab.online();
  await clock.advance(0);
  expect(anaTab.sees()).toEqual(["uno", "dos"]);
  expect(benTab.sees()).toEqual(["en: uno", "en: dos"]);
  expect(postLineCalls(given)).toHaveLength(2);
});

it("an answer that got lost does not make the line twice, and a retry by hand keeps the id", async () => {
  const given = await twoInCall();
  const { anaTab, ana, clock, backend, hub } = given;
  hub.lose((_topic, event) => event === "line_posted");
  ana.failNext("post_line", "network/timeout", true);
  anaTab.timeline.post("hola", "es");
  await clock.advance(0);
  expect(anaTab.sees()).toEqual(["[failed] hola"]);
  const [entry] = anaTab.timeline.getSnapshot().entries;
  anaTab.timeline.retry(entry?.id ?? "");
  await clock.advance(60_000);
  expect(anaTab.sees()).toEqual(["hola"]);
  expect(backend.lines()).toHaveLength(1);
  expect(new Set(postLineCalls(given).map(({ args }) => (args as { id: string }).id)).size).toBe(1);
});

it("a request that failed is made again by itself", async () => {
  const given = await twoInCall();
  given.ana.failNext("post_line", "network/timeout");
  given.anaTab.timeline.post("hola", "es");
  await given.clock.advance(1_000);
  expect(given.anaTab.sees()).toEqual(["[failed] hola"]);
  await given.clock.advance(1_000);
  expect(given.anaTab.sees()).toEqual(["hola"]);
});

it("a line that failed but is heard of is sent, and not sent again", async () => {
  const given = await twoInCall();
  const { anaTab, ana, clock, backend } = given;
  ana.failNext("post_line", "network/timeout", true);
  anaTab.timeline.post("hola", "es");
  await clock.advance(60_000);
  expect(anaTab.sees()).toEqual(["hola"]);
  expect(backend.lines()).toHaveLength(1);
  expect(postLineCalls(given)).toHaveLength(1);
});

it("a refused line waits for the person and does not hold up the next", async () => {
  const { anaTab, ana, clock } = await twoInCall();
  ana.failNext("post_line", "language/unknown");
  anaTab.timeline.post("uno", "es");
  anaTab.timeline.post("dos", "es");
  await clock.advance(60_000);
  expect(anaTab.sees()).toEqual(["dos", "[failed] uno"]);
  anaTab.timeline.discard(anaTab.timeline.getSnapshot().entries[1]?.id ?? "");
  expect(anaTab.sees()).toEqual(["dos"]);
});

it("loads older lines page by page, without holes and without doubles", async () => {
  const { anaTab, ben, clock, tab, backend } = await twoInCall();
  for (const text of ["1", "2", "3", "4", "5", "6", "7"]) anaTab.timeline.post(text, "es");
  await clock.advance(1_000);
  const cy = backend.person("Cy", "es", "es");
  const late = tab(cy);
  late.call.join();
  await clock.advance(1_000);
  expect(late.sees()).toEqual(["5", "6", "7"]);
  expect(late.timeline.getSnapshot().history).toEqual({ name: "more" });
  await Promise.all([late.timeline.loadOlder(), late.timeline.loadOlder()]);
  expect(late.sees()).toEqual(["2", "3", "4", "5", "6", "7"]);
  expect(backend.calls.filter(({ name, user }) => name === "history" && user === cy.userId)).toHaveLength(2);
  ben.rpc("post_line", { p_line_id: crypto.randomUUID(), p_call_id: backend.callId(), p_language: "es", p_text: "8" });
  await late.timeline.loadOlder();
  await clock.advance(0);
  expect(late.sees()).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
  expect(late.timeline.getSnapshot().history).toEqual({ name: "complete" });
});

it("finds an answered line on an older page, and says when it is of no page", async () => {
  const { anaTab, clock, tab, backend } = await twoInCall();
  for (const text of ["1", "2", "3", "4", "5", "6", "7"]) anaTab.timeline.post(text, "es");
  await clock.advance(1_000);
  const late = tab(backend.person("Cy", "es", "es"));
  late.call.join();
  await clock.advance(1_000);
  expect(await late.timeline.loadUntil(backend.lines()[1]?.id ?? "")).toBe(true);
  expect(late.sees()).toEqual(["2", "3", "4", "5", "6", "7"]);
  expect(await late.timeline.loadUntil(crypto.randomUUID())).toBe(false);
  expect(late.timeline.getSnapshot().history).toEqual({ name: "complete" });
});

it("history that could not be loaded is loaded when it can be", async () => {
  const { anaTab, clock, backend, tab } = await twoInCall();
  anaTab.timeline.post("hola", "es");
  await clock.advance(1_000);
  const cy = backend.person("Cy", "es", "es");
  cy.failNext("history", "network/timeout");
  const late = tab(cy);
  late.call.join();
  await clock.advance(0);
  expect(late.timeline.getSnapshot().history).toMatchObject({ name: "failed" });
  await clock.advance(10_000);
  expect(late.sees()).toEqual(["hola"]);
});

it("news that comes twice changes no snapshot", async () => {
  const { anaTab, benTab, clock, hub } = await twoInCall();
  anaTab.timeline.post("hola", "es");
  await clock.advance(5_000);
  const before = benTab.timeline.getSnapshot();
  for (const { topic, event, payload } of [...hub.log])
    if (topic.startsWith("meeting:")) hub.broadcast(topic, event, payload);
  await clock.advance(1_000);
  expect(benTab.timeline.getSnapshot()).toBe(before);
});

it("a translation that comes before its line is kept for it", async () => {
  const { anaTab, benTab, clock, hub } = await twoInCall();
  const held: (() => void)[] = [];
  hub.lose((topic, event, payload) => {
    if (event !== "line_posted" || held.length > 0) return false;
    held.push(() => hub.broadcast(topic, event, payload));
    return true;
  });
  anaTab.timeline.post("hola", "es");
  await clock.advance(0);
  expect(benTab.sees()).toEqual([]);
  held[0]?.();
  await clock.advance(0);
  expect(benTab.sees()).toEqual(["en: hola"]);
});

it("keeps entries that did not change as the same objects", async () => {
  const { anaTab, benTab, clock } = await twoInCall();
  anaTab.timeline.post("uno", "es");
  await clock.advance(1_000);
  const [before] = benTab.timeline.getSnapshot().entries;
  anaTab.timeline.post("dos", "es");
  await clock.advance(1_000);
  expect(benTab.timeline.getSnapshot().entries[0]).toBe(before);
});
