import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { createCaptivePortal, PORTAL_STATUSES } from "../../tests/fakes/captivePortal.ts";
import { postLineCalls, twoInCall } from "../../tests/fakes/twoInCall.ts";
import { createTranslateLines } from "../translation/translateLines.ts";

describe("timeline", () => {
  test("shows an own line at once, then as sent", async () => {
    const { anaTab, clock } = await twoInCall();
    expect(anaTab.timeline.post("  hola \r\n", "es")).toEqual({ ok: true, value: null });
    expect(anaTab.sees()).toEqual(["[pending] hola"]);
    const [before] = anaTab.timeline.getSnapshot().entries;
    await clock.advance(0);
    expect(anaTab.sees()).toEqual(["hola"]);
    expect(anaTab.timeline.getSnapshot().entries[0]?.id).toBe(before?.id);
  });

  test("rejects empty and too long texts", async () => {
    const { anaTab } = await twoInCall();
    expect(anaTab.timeline.post(" \u0000\n ", "es")).toMatchObject({ error: { code: "line/empty" } });
    expect(anaTab.timeline.post("x".repeat(LIMITS.message.max + 1), "es")).toMatchObject({
      error: { code: "line/too-long" },
    });
    expect(anaTab.timeline.post("x".repeat(LIMITS.message.max), "es").ok).toBe(true);
    expect(anaTab.timeline.getSnapshot().entries).toHaveLength(1);
  });

  test("sends offline lines once, in order, after reconnecting", async () => {
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

  test.each(PORTAL_STATUSES)("sends lines after a sign-in page responded with %i", async (status) => {
    const { ana, anaTab, benTab, clock } = await twoInCall();
    const { rpc, translate } = ana;
    const portal = createCaptivePortal(clock, status);
    ana.rpc = portal.through(rpc);
    ana.translate = createTranslateLines(portal.http);
    const words = ["uno", "dos", "tres"];
    for (const word of words) anaTab.timeline.post(word, "es");
    await clock.advance(LIMITS.heartbeatIntervalMs);
    expect(anaTab.sees()).toEqual(["[failed] uno", "[pending] dos", "[pending] tres"]);
    expect(anaTab.timeline.getSnapshot().sendingBlocked).toMatchObject({ error: { code: "network/not-reached" } });
    expect(anaTab.call.getSnapshot().state).toEqual({ name: "reconnecting", reason: "network/not-reached" });
    portal.open();
    ana.translate = translate;
    await clock.advance(30_000);
    expect(benTab.sees()).toEqual(words.map((word) => `en: ${word}`));
    expect(anaTab.call.getSnapshot().state.name).toBe("connected");
  });

  test("keeps the id of a line whose response was lost", async () => {
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

  test("retries a failed request", async () => {
    const given = await twoInCall();
    given.ana.failNext("post_line", "network/timeout");
    given.anaTab.timeline.post("hola", "es");
    await given.clock.advance(1_000);
    expect(given.anaTab.sees()).toEqual(["[failed] hola"]);
    await given.clock.advance(1_000);
    expect(given.anaTab.sees()).toEqual(["hola"]);
  });

  test("marks a failed line as sent when its broadcast arrives", async () => {
    const given = await twoInCall();
    const { anaTab, ana, clock, backend } = given;
    ana.failNext("post_line", "network/timeout", true);
    anaTab.timeline.post("hola", "es");
    await clock.advance(60_000);
    expect(anaTab.sees()).toEqual(["hola"]);
    expect(backend.lines()).toHaveLength(1);
    expect(postLineCalls(given)).toHaveLength(1);
  });

  test("continues after a rejected line", async () => {
    const { anaTab, ana, clock } = await twoInCall();
    ana.failNext("post_line", "language/unknown");
    anaTab.timeline.post("uno", "es");
    anaTab.timeline.post("dos", "es");
    await clock.advance(60_000);
    expect(anaTab.sees()).toEqual(["dos", "[failed] uno"]);
    anaTab.timeline.discard(anaTab.timeline.getSnapshot().entries[1]?.id ?? "");
    expect(anaTab.sees()).toEqual(["dos"]);
  });

  test("loads older lines page by page", async () => {
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
    ben.rpc("post_line", {
      p_line_id: crypto.randomUUID(),
      p_call_id: backend.callId(),
      p_language: "es",
      p_text: "8",
    });
    await late.timeline.loadOlder();
    await clock.advance(0);
    expect(late.sees()).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
    expect(late.timeline.getSnapshot().history).toEqual({ name: "complete" });
  });

  test("finds a quoted line on an older page", async () => {
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

  test("loads a failed history later", async () => {
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

  test("ignores repeated updates", async () => {
    const { anaTab, benTab, clock, hub } = await twoInCall();
    anaTab.timeline.post("hola", "es");
    await clock.advance(5_000);
    const before = benTab.timeline.getSnapshot();
    for (const { topic, event, payload } of [...hub.log])
      if (topic.startsWith("meeting:")) hub.broadcast(topic, event, payload);
    await clock.advance(1_000);
    expect(benTab.timeline.getSnapshot()).toBe(before);
  });

  test("keeps a translation that arrives before its line", async () => {
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

  test("reuses unchanged entries", async () => {
    const { anaTab, benTab, clock } = await twoInCall();
    anaTab.timeline.post("uno", "es");
    await clock.advance(1_000);
    const [before] = benTab.timeline.getSnapshot().entries;
    anaTab.timeline.post("dos", "es");
    await clock.advance(1_000);
    expect(benTab.timeline.getSnapshot().entries[0]).toBe(before);
  });
});
