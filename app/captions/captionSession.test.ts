/** Caption sessions of several participants, from speech to lines. */
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { captionTab, preferencesOf, twoCaptionTabs } from "../../tests/fakes/captionTab.ts";
import { createCaptionSession } from "./captionSession.ts";
import { readingTimeMs } from "./core/captionDisplay.ts";
import { RESTART_DELAYS_MS } from "./core/recognition.ts";

describe("caption session", () => {
  test("turns interim text into a line with its id", async () => {
    const { ana, ben, backend, clock, says } = await twoCaptionTabs();
    ana.device.last()?.onInterim("el autobús");
    await clock.advance(1_000);
    expect([ben.log(), ana.log(), backend.lines()]).toEqual([["el autobús…"], ["el autobús…"], []]);
    const id = ben.spoken()[0]?.id;
    ana.device.last()?.onFinal("El autobús sale.");
    await clock.advance(1_000);
    expect(backend.lines()).toMatchObject([{ id, kind: "speech", author: ana.person.userId, typed_by: null }]);
    expect([ben.log(), ana.log()]).toEqual([["en: El autobús sale."], ["El autobús sale."]]);
    expect(says()).toEqual([["El autobús sale."]]);
  });

  test("shows the captions that arrived before it was loaded", async () => {
    const { world, ana, ben, clock } = await twoCaptionTabs();
    ana.device.last()?.onFinal("Antes.");
    await clock.advance(1_000);
    const { person, storage } = ben;
    ben.reload();
    const tab = world.tab(person, { storage });
    tab.call.join();
    await clock.advance(1_000);
    ana.device.last()?.onFinal("Uno.");
    await clock.advance(1_000);
    const { display } = createCaptionSession({
      ...{ call: tab.call, timeline: tab.timeline, devices: tab.devices, rpc: person.rpc, clock, storage },
      ...{ newId: () => "", recognisers: [], preferences: preferencesOf("off") },
    });
    const { log, band } = display.getSnapshot();
    expect([log, band].map((captions) => captions.map(({ text }) => text))).toEqual([["Antes.", "Uno."], ["Uno."]]);
  });

  test("batches sentences spoken during a pending request", async () => {
    const { ana, ben, clock, says } = await twoCaptionTabs();
    for (const text of ["Uno.", "Dos.", "Tres."]) ana.device.last()?.onFinal(text);
    await clock.advance(2_000);
    expect(says()).toEqual([["Uno."], ["Dos.", "Tres."]]);
    expect(ben.log()).toEqual(["en: Uno.", "en: Dos.", "en: Tres."]);
  });

  test("accepts no flood of captions in an ephemeral meeting", async () => {
    const { ana, ben, clock } = await twoCaptionTabs();
    await ana.person.rpc("update_meeting", { p_meeting_id: ana.tab.timeline.meetingId, p_keep: "nothing" });
    await clock.advance(0);
    const flood = async (from: number) => {
      for (let n = from; n < from + 50; n += 1) {
        const id = `f0000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
        ana.tab.call.sendStatus({ type: "saying", id, language: "es", text: `Uno ${n}.`, final: true, speaker: null });
        await clock.advance(0);
      }
    };
    await flood(0);
    expect(ben.tab.timeline.getSnapshot().lines).toHaveLength(LIMITS.captionsPerTenSeconds);
    await clock.advance(10_000);
    await flood(50);
    expect(ben.tab.timeline.getSnapshot().lines).toHaveLength(2 * LIMITS.captionsPerTenSeconds);
  });

  test("sends captions only to peers in an ephemeral meeting", async () => {
    const { ana, ben, backend, clock, says } = await twoCaptionTabs();
    await ana.person.rpc("update_meeting", { p_meeting_id: ana.tab.timeline.meetingId, p_keep: "nothing" });
    await clock.advance(0);
    const long = `La ${"palabra ".repeat(50)}termina.`;
    ana.device.last()?.onInterim("la");
    ana.device.last()?.onFinal(`${long} ${long}`);
    await clock.advance(1_000);
    ana.device.last()?.onFinal("Adiós.");
    await clock.advance(1_000);
    for (const { spoken } of [ana, ben])
      expect(spoken().map(({ text, stored }) => [text, stored])).toEqual([
        [long, false],
        [long, false],
        ["Adiós.", false],
      ]);
    // An empty final caption adds no line.
    const nothing = { type: "saying", id: "f0000000-0000-4000-8000-000000000001", language: "es", text: "" } as const;
    ana.tab.call.sendStatus({ ...nothing, final: true, speaker: null });
    await clock.advance(0);
    expect(ben.spoken()).toHaveLength(3);
    // No page of ours sends more than one caption at once.
    const endless = { ...nothing, id: "f0000000-0000-4000-8000-000000000002", text: "a".repeat(2_000) };
    ana.tab.call.sendStatus({ ...endless, final: true, speaker: null });
    await clock.advance(0);
    expect(ben.spoken().at(-1)?.text).toBe("a".repeat(LIMITS.caption.max));
    expect([says(), backend.lines()]).toEqual([[], []]);
    expect([...ana.storage.values.keys(), ...ben.storage.values.keys()]).toEqual([]);
  });

  test.each(["days", "nothing"] as const)("survives a stolen caption id where %s is kept", async (keep) => {
    const { ana, ben, backend, clock } = await twoCaptionTabs();
    await ana.person.rpc("update_meeting", { p_meeting_id: ana.tab.timeline.meetingId, p_keep: keep });
    await clock.advance(0);
    ana.device.last()?.onInterim("no");
    await clock.advance(200);
    const id = ben.other(ana.person.userId)?.liveCaption?.id ?? "";
    await ben.person.rpc("post_line", { p_line_id: id, p_call_id: backend.callId(), p_language: "en", p_text: "Yes." });
    ana.device.last()?.onFinal("No.");
    await clock.advance(5_000);
    expect([ana, ben].map(({ spoken }) => spoken().map(({ text, speaker }) => [text, speaker]))).toEqual([
      [["No.", ana.person.userId]],
      [["No.", ana.person.userId]],
    ]);
    expect(ana.snapshot().sendError).toBeNull();
  });

  test.each([
    ["before the server stored it", false],
    ["after the server stored it", true],
  ])("sends a sentence once after a reload %s", async (_, written) => {
    const { world, ana, ben, backend, clock, says } = await twoCaptionTabs();
    ana.person.failNext("post_captions", "network/timeout", written);
    ana.device.last()?.onFinal("Uno.");
    await clock.advance(500);
    ana.device.last()?.onInterim("dos");
    await clock.advance(100);
    ana.reload();
    const again = await captionTab(world, ana.person, { storage: ana.storage });
    await clock.advance(20_000);
    expect(backend.lines().map(({ text }) => text)).toEqual(["Uno."]);
    expect([ben.log(), again.log()]).toEqual([["en: Uno."], ["Uno."]]);
    expect(says()).toHaveLength(written ? 2 : 1);
    expect([...ana.storage.values.keys()].filter((key) => key.startsWith("parley:saying:"))).toEqual([]);
  });

  test("holds stored sentences until the call is joined", async () => {
    const { world, ana, backend, clock } = await twoCaptionTabs();
    ana.person.setOffline(true);
    ana.device.last()?.onFinal("Uno.");
    await clock.advance(0);
    ana.reload();
    const { storage } = ana;
    const tab = world.tab(ana.person, { storage });
    const captioning = createCaptionSession({
      ...{ call: tab.call, timeline: tab.timeline, devices: tab.devices, rpc: ana.person.rpc, clock, storage },
      ...{ newId: () => "", recognisers: [], preferences: preferencesOf("off") },
    });
    ana.person.setOffline(false);
    await clock.advance(0);
    expect(captioning.getSnapshot().sendError).toBeNull();
    tab.call.join();
    await clock.advance(500);
    expect(backend.lines().map(({ text }) => text)).toEqual(["Uno."]);
  });

  test("sends sentences of an outage after reconnecting", async () => {
    const { ana, backend, clock } = await twoCaptionTabs();
    await ana.tab.offline();
    ana.device.last()?.onFinal("Uno.");
    // Long enough to reach the longest retry delay.
    await clock.advance(8_000);
    expect(backend.lines()).toEqual([]);
    await ana.tab.online();
    await clock.advance(500);
    expect(backend.lines().map(({ text }) => text)).toEqual(["Uno."]);
  });

  test("types for nobody outside the call", async () => {
    const { ana, ben, clock } = await twoCaptionTabs();
    await ana.captioning.setTypist(ben.person.userId);
    await clock.advance(0);
    expect(ben.snapshot().typingFor).toEqual([ana.person.userId]);
    await ana.tab.call.leave();
    await clock.advance(1_000);
    expect(ben.snapshot().typingFor).toEqual([]);
  });

  test("shows no captions for a speaker who has left", async () => {
    const { world, ana, ben, backend, clock } = await twoCaptionTabs();
    const cy = await captionTab(world, backend.person("Cy", "fr", "fr"));
    await ana.captioning.setTypist(ben.person.userId);
    await clock.advance(0);
    const type = async (text: string) => {
      const id = "f0000000-0000-4000-8000-000000000001";
      ben.captioning.submitTyped(ana.person.userId, { id, text, final: false });
      await clock.advance(500);
    };
    await type("Hola");
    expect(cy.spoken()).toMatchObject([{ speaker: ana.person.userId, text: "Hola" }]);
    await ana.tab.call.leave();
    await type("Hola a todos");
    expect(cy.spoken()).toEqual([]);
  });

  test("captions a speaker by their typist", async () => {
    const { world, ana, ben, backend, clock } = await twoCaptionTabs();
    const cy = await captionTab(world, backend.person("Cy", "fr", "fr"));
    expect(cy.other(ana.person.userId)?.recogniser).toBe("device");
    await ana.captioning.setTypist(ben.person.userId);
    await clock.advance(0);
    expect([ben.snapshot().typingFor, cy.snapshot().typingFor]).toEqual([[ana.person.userId], []]);
    expect([ana.snapshot().source, ana.device.last()?.stopped]).toEqual(["person", true]);
    expect(cy.other(ana.person.userId)?.recogniser).toBe("person");

    const id = "f0000000-0000-4000-8000-000000000001";
    ben.captioning.submitTyped(ana.person.userId, { id, text: "La casa", final: false });
    await clock.advance(500);
    expect(cy.spoken()).toMatchObject([{ id, speaker: ana.person.userId, language: "es", text: "La casa" }]);
    ben.captioning.submitTyped(ana.person.userId, { id, text: "La casa es grande.", final: true });
    await clock.advance(1_000);
    expect(backend.lines()).toMatchObject([{ id, author: ana.person.userId, typed_by: ben.person.userId }]);
    expect([cy.log(), ana.log()]).toEqual([["fr: La casa es grande."], ["La casa es grande."]]);

    // A muted participant may still type for another speaker.
    await ana.person.rpc("mute_participant", {
      p_meeting_id: ana.tab.timeline.meetingId,
      p_user_id: ben.person.userId,
      p_muted: true,
    });
    ben.captioning.submitTyped(ana.person.userId, { id: id.replace(/1$/u, "3"), text: "Y", final: false });
    await clock.advance(500);
    expect(cy.log()).toEqual(["fr: La casa es grande.", "Y…"]);
    ben.captioning.submitTyped(ana.person.userId, { id: id.replace(/1$/u, "3"), text: "", final: false });

    await ana.captioning.setTypist(null);
    await clock.advance(0);
    expect([ben.snapshot().typingFor, ana.snapshot().source]).toEqual([[], "device"]);
    ben.captioning.submitTyped(ana.person.userId, { id: id.replace(/1$/u, "2"), text: "Mentira.", final: true });
    await clock.advance(1_000);
    expect(ben.snapshot().sendError).toMatchObject({ code: "request/not-allowed" });
    expect([cy.log(), backend.lines().length]).toEqual([["fr: La casa es grande."], 1]);
  });

  test("rejects captions under a foreign name or mute", async () => {
    const { world, ana, ben, backend, clock } = await twoCaptionTabs();
    const cy = await captionTab(world, backend.person("Cy", "fr", "fr"));
    const forged = { type: "saying", id: "f0000000-0000-4000-8000-000000000001", language: "es", text: "No." } as const;
    cy.tab.call.sendStatus({ ...forged, final: false, speaker: ana.person.userId });
    await clock.advance(0);
    expect([ben.log(), ana.log()]).toEqual([[], []]);
    await ana.person.rpc("mute_participant", {
      p_meeting_id: ana.tab.timeline.meetingId,
      p_user_id: cy.person.userId,
      p_muted: true,
    });
    cy.tab.call.sendStatus({ ...forged, final: false, speaker: null });
    await clock.advance(0);
    expect([ben.log(), ana.log()]).toEqual([[], []]);
    expect(cy.device.last()?.stopped).toBe(true);
  });

  test("restarts and then replaces a failing recogniser", async () => {
    const { ana, ben, clock } = await twoCaptionTabs();
    const heardBy = () => ben.other(ana.person.userId)?.recogniser;
    for (const wait of RESTART_DELAYS_MS) {
      ana.device.last()?.onEnded("failed");
      await clock.advance(wait);
      expect(heardBy()).toBe("device");
    }
    ana.device.last()?.onEnded("failed");
    await clock.advance(0);
    expect([heardBy(), ana.snapshot().source]).toEqual(["server", "server"]);
    expect(ana.captioning.recognition.getSnapshot().replaced).toEqual({ from: "device", why: "failed" });
    ana.server.last()?.onFinal("Hola.");
    await clock.advance(1_000);
    expect(ben.log()).toEqual(["en: Hola."]);
    ana.server.last()?.onEnded("refused");
    await clock.advance(0);
    expect([heardBy(), ana.captioning.recognition.getSnapshot().state.name]).toEqual(["off", "none"]);
  });

  test("posts each sentence of two hours once", async () => {
    const { ana, ben, backend, clock } = await twoCaptionTabs();
    const all: string[] = [];
    for (let minute = 0; minute < 120; minute += 1) {
      all.push(`Minuto ${minute}.`);
      ana.device.last()?.onInterim("minuto");
      ana.device.last()?.onFinal(`Minuto ${minute}.`);
      await clock.advance(10_000);
      // Browsers end recognition after a silence.
      ana.device.last()?.onEnded("silent");
      await clock.advance(50_000);
    }
    expect(backend.lines().map(({ text }) => text)).toEqual(all);
    expect(ben.log()).toEqual(all.map((text) => `en: ${text}`));
    expect(ben.captioning.display.getSnapshot().band).toEqual([]);
    expect(ana.captioning.recognition.getSnapshot()).toMatchObject({
      state: { name: "listening", by: "device" },
      replaced: null,
    });
  });

  test("starts no recogniser without consent", async () => {
    const { ana, ben, clock } = await twoCaptionTabs("off");
    await clock.advance(1_000);
    expect([ana.device.runs, ana.server.runs]).toEqual([[], []]);
    expect(ben.other(ana.person.userId)?.recogniser).toBe("off");
  });

  test("counts participants who are still reading", async () => {
    const { world, ana, backend, clock } = await twoCaptionTabs();
    await captionTab(world, backend.person("Cy", "fr", "fr"));
    ana.device.last()?.onFinal("El autobús sale.");
    await clock.advance(500);
    expect(ana.snapshot().stillReadingCount).toBe(2);
    await clock.advance(readingTimeMs("en: El autobús sale."));
    expect(ana.snapshot().stillReadingCount).toBe(0);
  });

  test("reports a rejected line until it is dismissed", async () => {
    const { ana, clock } = await twoCaptionTabs();
    ana.person.failNext("post_captions", "request/not-allowed");
    ana.device.last()?.onFinal("Uno.");
    await clock.advance(500);
    expect(ana.snapshot().sendError).toMatchObject({ code: "request/not-allowed" });
    ana.captioning.dismiss();
    expect(ana.snapshot().sendError).toBeNull();
  });

  test("stops everything on close", async () => {
    const { ana, ben, backend, clock, says } = await twoCaptionTabs();
    ana.person.failNext("post_captions", "network/timeout");
    ana.device.last()?.onFinal("Uno.");
    ana.device.last()?.onInterim("el autobús");
    await clock.advance(200);
    ana.captioning.close();
    await clock.advance(0);
    expect(ben.log()).not.toContain("el autobús…");
    expect(ana.device.last()?.stopped).toBe(true);
    ana.device.last()?.onFinal("El autobús sale.");
    await clock.advance(20_000);
    expect(ben.other(ana.person.userId)?.recogniser).toBe("off");
    expect([says(), backend.lines()]).toEqual([[], []]);
    ana.tab.close();
    ben.reload();
    expect(clock.pending()).toBe(0);
  });
});
