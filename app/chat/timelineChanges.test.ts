import { describe, expect, test } from "vitest";
import { fakeStorage, storedValues } from "../../tests/fakes/storage.ts";
import { translateRequests, twoInCall } from "../../tests/fakes/twoInCall.ts";
import { createWorld } from "../../tests/fakes/world.ts";

/** Ana has written one line in Spanish; Ben reads English. */
async function given(text = "hola") {
  const scene = await twoInCall();
  scene.anaTab.timeline.post(text, "es");
  await scene.clock.advance(1_000);
  const id = scene.backend.lines()[0]?.id ?? "";
  const entry = (tab = scene.anaTab) => {
    const found = tab.timeline.getSnapshot().entries.find((candidate) => candidate.id === id);
    if (found === undefined) throw new Error("the line is not shown");
    return found;
  };
  return { ...scene, id, entry };
}

describe("timeline changes", () => {
  test("shows and translates an edit", async () => {
    const scene = await given();
    const { anaTab, benTab, clock, id, entry } = scene;
    expect(anaTab.timeline.edit(id, " adios ")).toEqual({ ok: true, value: null });
    expect(entry()).toMatchObject({ text: "adios", edited: true, action: { name: "edit", state: "pending" } });
    await clock.advance(0);
    expect(entry()).toMatchObject({ text: "adios", edited: true, action: null, delivery: { state: "sent" } });
    expect(benTab.sees()).toEqual(["en: adios"]);
    expect(entry(benTab).edited).toBe(true);
    await clock.advance(60_000);
    expect(translateRequests(scene)).toHaveLength(2);
  });

  test("reverts a rejected edit and keeps its text", async () => {
    const { ana, anaTab, clock, id, entry } = await given();
    ana.failNext("edit_line", "meeting/ended");
    anaTab.timeline.edit(id, "adios");
    await clock.advance(60_000);
    expect(entry()).toMatchObject({
      text: "hola",
      edited: false,
      action: { name: "edit", state: "refused", error: { code: "meeting/ended" }, text: "adios" },
    });
    anaTab.timeline.retry(id);
    await clock.advance(0);
    expect(entry()).toMatchObject({ text: "adios", action: null });
    ana.failNext("edit_line", "meeting/ended");
    anaTab.timeline.edit(id, "tres");
    await clock.advance(0);
    anaTab.timeline.discard(id);
    expect(entry()).toMatchObject({ text: "adios", action: null });
  });

  test.each([
    [" ", "line/empty"],
    ["x".repeat(4_001), "line/too-long"],
  ])("rejects an edit to an invalid text", async (text, code) => {
    const { anaTab, id, entry } = await given();
    expect(anaTab.timeline.edit(id, text)).toMatchObject({ error: { code } });
    expect(entry()).toMatchObject({ text: "hola", action: null });
  });

  test("keeps the last offline edit through a reload", async () => {
    const world = createWorld();
    const ana = world.backend.person("Ana", "es", "es");
    const device = fakeStorage();
    const first = world.tab(ana, { device });
    first.call.join();
    await world.clock.advance(1_000);
    first.timeline.post("uno", "es");
    await world.clock.advance(1_000);
    const id = world.backend.lines()[0]?.id ?? "";
    await first.offline();
    first.timeline.edit(id, "dos");
    await world.clock.advance(3_000);
    first.timeline.edit(id, "tres");
    await world.clock.advance(3_000);
    expect(first.sees()).toEqual(["tres"]);
    expect(first.timeline.getSnapshot().sendingBlocked).toEqual({ error: { code: "network/offline" }, waiting: 1 });
    first.close();
    ana.setOffline(false);
    const second = world.tab(ana, { device });
    second.call.join();
    await world.clock.advance(20_000);
    expect(second.sees()).toEqual(["tres"]);
    expect(world.backend.lines()[0]).toMatchObject({ text: "tres", revision: 2 });
    expect(storedValues(device)).toEqual([]);
  });

  test("sends the last of two edits", async () => {
    const { anaTab, benTab, clock, id, backend } = await given();
    anaTab.timeline.edit(id, "dos");
    anaTab.timeline.edit(id, "tres");
    await clock.advance(60_000);
    expect(anaTab.sees()).toEqual(["tres"]);
    expect(benTab.sees()).toEqual(["en: tres"]);
    expect(backend.lines()[0]?.text).toBe("tres");
  });

  test("deletes a line at once, for everybody", async () => {
    const scene = await given();
    const { anaTab, benTab, clock, id, entry } = scene;
    anaTab.timeline.react(id, "👍", true);
    await clock.advance(0);
    anaTab.timeline.remove(id);
    expect(entry()).toMatchObject({ deleted: true, text: "", reactions: [] });
    await clock.advance(0);
    expect(entry(benTab)).toMatchObject({
      deleted: true,
      text: "",
      display: { kind: "original" },
      reactions: [],
      action: null,
    });
    const before = translateRequests(scene).length;
    await clock.advance(600_000);
    expect(translateRequests(scene)).toHaveLength(before);
    expect(anaTab.sees()).toEqual([""]);
    expect(benTab.sees()).toEqual([""]);
  });

  test("reverts a rejected deletion", async () => {
    const { ana, anaTab, clock, id, entry } = await given();
    ana.failNext("delete_line", "request/not-allowed");
    anaTab.timeline.remove(id);
    await clock.advance(0);
    expect(entry()).toMatchObject({
      ...{ deleted: false, text: "hola" },
      action: { name: "remove", state: "refused", error: { code: "request/not-allowed" } },
    });
  });

  test("shows a reaction at once, and all reactions to everybody", async () => {
    const { anaTab, benTab, ana, ben, clock, id, entry } = await given();
    anaTab.timeline.react(id, "👏", true);
    expect(entry().reactions).toEqual([{ emoji: "👏", user_ids: [ana.userId] }]);
    benTab.timeline.react(id, "👏", true);
    await clock.advance(1_000);
    for (const tab of [anaTab, benTab])
      expect(entry(tab).reactions).toEqual([{ emoji: "👏", user_ids: [ana.userId, ben.userId] }]);
    anaTab.timeline.react(id, "👏", false);
    await clock.advance(1_000);
    expect(entry(benTab).reactions).toEqual([{ emoji: "👏", user_ids: [ben.userId] }]);
  });

  test("sends the last state of a toggled reaction", async () => {
    const { anaTab, benTab, clock, id, entry, backend } = await given();
    for (const given of [true, false, true, false]) anaTab.timeline.react(id, "👍", given);
    expect(entry().reactions).toEqual([]);
    await clock.advance(1_000);
    expect(entry().reactions).toEqual([]);
    expect(entry(benTab).reactions).toEqual([]);
    expect(backend.lines()[0]?.reactions).toEqual([]);
    // The first and the last state; those in between are skipped.
    expect(backend.calls.filter(({ name }) => name === "react_to_line")).toHaveLength(2);
  });

  test("reverts a rejected reaction", async () => {
    const { ana, anaTab, clock, id, entry } = await given();
    ana.failNext("react_to_line", "request/rate-limited");
    anaTab.timeline.react(id, "👍", true);
    await clock.advance(1_000);
    expect(entry()).toMatchObject({
      reactions: [],
      action: { name: "react", state: "refused", error: { code: "request/rate-limited" } },
    });
    anaTab.timeline.react(id, "👍", true);
    expect(entry().action).toBeNull();
  });

  test("finds a reaction whose broadcast was lost", async () => {
    const { anaTab, benTab, clock, id, entry, hub } = await given();
    hub.lose((_topic, event) => event === "reacted");
    anaTab.timeline.react(id, "👍", true);
    await clock.advance(60_000);
    expect(entry(benTab).reactions).toHaveLength(1);
  });

  test("posts replies and mentions", async () => {
    const { anaTab, benTab, ana, ben, clock, id } = await given();
    benTab.timeline.post("@Ana yes", "en", { replyTo: id, mentions: [ana.userId] });
    const pending = benTab.timeline.getSnapshot().entries.at(-1);
    expect(pending).toMatchObject({ replyTo: id, mentions: [ana.userId], delivery: { state: "pending" } });
    await clock.advance(1_000);
    expect(anaTab.timeline.getSnapshot().entries.at(-1)).toMatchObject({ replyTo: id, mentions: [ana.userId] });
    expect(anaTab.timeline.getSnapshot().unread).toMatchObject({ lines: 1, mentions: 1 });
    expect(benTab.timeline.getSnapshot().entries.at(-1)).toMatchObject({ author: ben.userId, replyTo: id });
  });

  test("reports a translation once, until the next edit", async () => {
    const { benTab, anaTab, clock, id, entry, backend } = await given();
    void benTab.timeline.report(id);
    void benTab.timeline.report(id);
    expect(entry(benTab).action).toEqual({ name: "report", state: "pending" });
    await clock.advance(0);
    expect(entry(benTab).action).toEqual({ name: "report", state: "done" });
    expect(backend.calls.filter(({ name }) => name === "report_translation")).toHaveLength(1);
    anaTab.timeline.edit(id, "adios");
    await clock.advance(1_000);
    expect(entry(benTab).action).toBeNull();
  });

  test("requests a translation again", async () => {
    const { benTab, clock, id, entry, backend } = await given();
    backend.engine = () => ({ status: "ready", text: "better", reason: null });
    void benTab.timeline.retranslate(id);
    expect(entry(benTab).action).toEqual({ name: "retranslate", state: "pending" });
    await clock.advance(1_000);
    expect(benTab.sees()).toEqual(["better"]);
    expect(entry(benTab).action).toEqual({ name: "retranslate", state: "done" });
  });

  test("explains a failed retranslation", async () => {
    const { ben, benTab, clock, id, entry, backend } = await given();
    const before = benTab.sees();
    ben.failNext("retry_translation", "request/rate-limited");
    void benTab.timeline.retranslate(id);
    await clock.advance(1_000);
    expect(entry(benTab).action).toMatchObject({ state: "refused", error: { code: "request/rate-limited" } });
    backend.engine = () => ({ status: "failed", text: null, reason: "translate/quota" });
    void benTab.timeline.retranslate(id);
    await clock.advance(1_000);
    expect(entry(benTab).action).toMatchObject({ state: "refused", error: { code: "translate/quota" } });
    expect(benTab.sees()).toEqual(before);
  });
});
