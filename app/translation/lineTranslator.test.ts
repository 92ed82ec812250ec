import { describe, expect, test } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { translateRequests, twoInCall } from "../../tests/fakes/twoInCall.ts";
import { createWorld } from "../../tests/fakes/world.ts";
import { REQUEST_DELAYS_MS } from "./core/translationQueue.ts";
import type { ShortLines } from "./shortLines.ts";

describe("line translator", () => {
  test("shows each reader's language after one request", async () => {
    const given = await twoInCall();
    const { anaTab, benTab, clock } = given;
    anaTab.timeline.post("hola", "es");
    await clock.advance(0);
    benTab.timeline.post("hello", "en");
    await clock.advance(0);
    expect(anaTab.sees()).toEqual(["hola", "es: hello"]);
    expect(benTab.sees()).toEqual(["en: hola", "hello"]);
    await clock.advance(60_000);
    expect(translateRequests(given)).toHaveLength(2);
  });

  test("requests nothing when all read the line's language", async () => {
    const given = await twoInCall();
    given.anaTab.timeline.post("hello", "en");
    await given.clock.advance(60_000);
    expect(given.benTab.sees()).toEqual(["hello"]);
    // Ana reads Spanish, and the line is her own.
    expect(translateRequests(given)).toHaveLength(0);
  });

  test("requests a line that the author's page did not", async () => {
    const given = await twoInCall();
    const { ana, ben, benTab, clock, hub, backend } = given;
    backend.engine = () => ({ status: "ready", text: "asked by the reader", reason: null });
    ana.rpc("post_line", {
      p_line_id: crypto.randomUUID(),
      p_call_id: backend.callId(),
      p_language: "es",
      p_text: "hola",
    });
    await clock.advance(LIMITS.readerRequestDelayMs - 1);
    expect(benTab.sees()).toEqual(["... hola"]);
    expect(translateRequests(given)).toHaveLength(0);
    await clock.advance(1);
    expect(translateRequests(given, ben.userId)).toHaveLength(1);
    expect(benTab.sees()).toEqual(["asked by the reader"]);
    expect(hub.log.filter(({ event }) => event === "translated")).toHaveLength(1);
  });

  test("requests captions at once, as chat lines", async () => {
    const given = await twoInCall();
    const { ana, anaTab, clock, backend } = given;
    const id = crypto.randomUUID();
    anaTab.timeline.prefetchForSpeech([{ id, language: "es" }]);
    ana.rpc("post_captions", {
      p_call_id: backend.callId(),
      p_captions: [{ id, language: "es", text: "hola", ago: 0, ms: 500 }],
    });
    await clock.advance(0);
    expect(translateRequests(given)).toHaveLength(1);
    await clock.advance(60_000);
    expect(translateRequests(given)).toHaveLength(1);
  });

  test("requests many lines at once", async () => {
    const given = await twoInCall();
    const { ana, benTab, clock, backend } = given;
    for (const text of ["uno", "dos", "tres"])
      ana.rpc("post_line", {
        p_line_id: crypto.randomUUID(),
        p_call_id: backend.callId(),
        p_language: "es",
        p_text: text,
      });
    await clock.advance(LIMITS.readerRequestDelayMs);
    expect(translateRequests(given)).toHaveLength(1);
    expect(benTab.sees()).toEqual(["en: uno", "en: dos", "en: tres"]);
  });

  test("retries with growing delays, then shows the reason", async () => {
    const given = await twoInCall();
    const { ana, benTab, clock, backend } = given;
    backend.engine = () => ({ status: "failed", text: null, reason: "translate/unavailable" });
    ana.rpc("post_line", {
      p_line_id: crypto.randomUUID(),
      p_call_id: backend.callId(),
      p_language: "es",
      p_text: "hola",
    });
    const counts: number[] = [];
    for (const wait of REQUEST_DELAYS_MS) {
      await clock.advance(wait);
      counts.push(translateRequests(given).length);
    }
    expect(counts).toEqual([1, 2, 3]);
    expect(benTab.sees()).toEqual(["(translate/unavailable) hola"]);
    await clock.advance(10 * 60_000);
    expect(translateRequests(given)).toHaveLength(3);
  });

  test("retries failed lines after another translation", async () => {
    const given = await twoInCall();
    const { ana, anaTab, benTab, clock, backend } = given;
    backend.engine = () => ({ status: "failed", text: null, reason: "translate/unavailable" });
    ana.rpc("post_line", {
      p_line_id: crypto.randomUUID(),
      p_call_id: backend.callId(),
      p_language: "es",
      p_text: "hola",
    });
    await clock.advance(10 * 60_000);
    expect(benTab.sees()).toEqual(["(translate/unavailable) hola"]);
    backend.engine = (line, to) => ({ status: "ready", text: `${to}: ${line.text}`, reason: null });
    anaTab.timeline.post("adios", "es");
    await clock.advance(REQUEST_DELAYS_MS[0]);
    expect(benTab.sees()).toEqual(["en: hola", "en: adios"]);
    const before = translateRequests(given).length;
    await clock.advance(10 * 60_000);
    expect(translateRequests(given)).toHaveLength(before);
  });

  test("translates all lines after an outage, once, in order", async () => {
    const given = await twoInCall();
    const { anaTab, benTab, clock, backend } = given;
    const words = Array.from({ length: 12 }, (_, number) => `${number}`);
    const made: string[] = [];
    backend.engine = () => ({ status: "failed", text: null, reason: "translate/unavailable" });
    for (const word of words) {
      anaTab.timeline.post(word, "es");
      await clock.advance(25_000);
    }
    expect(benTab.sees()).toEqual(words.map((word) => `(translate/unavailable) ${word}`));
    backend.engine = (line, to) => {
      if (to === "en") made.push(line.text);
      return { status: "ready", text: `${to}: ${line.text}`, reason: null };
    };
    anaTab.timeline.post("back", "es");
    await clock.advance(REQUEST_DELAYS_MS[1]);
    expect(benTab.sees()).toEqual([...words, "back"].map((word) => `en: ${word}`));
    expect(made).toEqual(["back", ...words]);
  });

  test("retries during a lively call, with few requests", async () => {
    const given = await twoInCall();
    const { ana, ben, anaTab, benTab, clock, backend } = given;
    let down = true;
    backend.engine = (line, to) =>
      down || line.text === "poison"
        ? { status: "failed", text: null, reason: "translate/unavailable" }
        : { status: "ready", text: `${to}: ${line.text}`, reason: null };
    for (const text of ["hola", "poison"])
      ana.rpc("post_line", {
        p_line_id: crypto.randomUUID(),
        p_call_id: backend.callId(),
        p_language: "es",
        p_text: text,
      });
    await clock.advance(60_000);
    down = false;
    const before = translateRequests(given, ben.userId).length;
    for (let second = 0; second < 30; second += 1) {
      anaTab.timeline.post(`${second}`, "es");
      await clock.advance(1_000);
    }
    expect(benTab.sees().slice(0, 2)).toEqual(["en: hola", "(translate/unavailable) poison"]);
    expect(translateRequests(given, ben.userId).length - before).toBeLessThanOrEqual(30_000 / REQUEST_DELAYS_MS[1] + 1);
  });

  test("replaces the reason with a later one", async () => {
    const { ana, benTab, clock, backend } = await twoInCall();
    backend.engine = () => ({ status: "failed", text: null, reason: "translate/unavailable" });
    ana.rpc("post_line", {
      p_line_id: crypto.randomUUID(),
      p_call_id: backend.callId(),
      p_language: "es",
      p_text: "hola",
    });
    await clock.advance(REQUEST_DELAYS_MS[0]);
    expect(benTab.sees()).toEqual(["(translate/unavailable) hola"]);
    backend.engine = () => ({ status: "ready", text: "hello", reason: null });
    await clock.advance(REQUEST_DELAYS_MS[1]);
    expect(benTab.sees()).toEqual(["hello"]);
  });

  test("retries when the holder of the lease fails", async () => {
    const { ana, ben, benTab, clock, backend } = await twoInCall();
    const id = crypto.randomUUID();
    ana.rpc("post_line", { p_line_id: id, p_call_id: backend.callId(), p_language: "es", p_text: "hola" });
    const translate = ben.translate;
    ben.translate = async ([line_id = ""]) => ({
      ok: true,
      value: { results: [{ line_id, language: "en", status: "claimed", reason: null }] },
    });
    await clock.advance(REQUEST_DELAYS_MS[0]);
    expect(benTab.sees()).toEqual(["... hola"]);
    backend.engine = () => ({ status: "failed", text: null, reason: "translate/unavailable" });
    await ana.translate([id]);
    ben.translate = translate;
    backend.engine = () => ({ status: "ready", text: "hello", reason: null });
    await clock.advance(REQUEST_DELAYS_MS[1]);
    expect(benTab.sees()).toEqual(["hello"]);
  });

  test("restarts when the network is back", async () => {
    const { ana, ben, benTab, clock, backend } = await twoInCall();
    ana.rpc("post_line", {
      p_line_id: crypto.randomUUID(),
      p_call_id: backend.callId(),
      p_language: "es",
      p_text: "hola",
    });
    await clock.advance(0);
    const translate = ben.translate;
    ben.translate = async () => ({ ok: false, error: { code: "network/offline" } });
    await benTab.offline();
    await clock.advance(60_000);
    expect(benTab.sees()).toEqual(["(translate/unavailable) hola"]);
    ben.translate = translate;
    await benTab.online();
    await clock.advance(REQUEST_DELAYS_MS[0]);
    expect(benTab.sees()).toEqual(["en: hola"]);
  });

  test("requests nothing in a meeting that keeps nothing", async () => {
    const given = await twoInCall();
    const { anaTab, benTab, clock } = given;
    await anaTab.lead.updateMeeting({ p_keep: "nothing" });
    anaTab.timeline.post("hola", "es");
    await clock.advance(60_000);
    expect(benTab.sees()).toEqual(["(translate/not-kept) hola"]);
    expect(translateRequests(given)).toHaveLength(0);
  });

  test("requests nothing that will never arrive", async () => {
    const given = await twoInCall();
    const { anaTab, benTab, clock, backend } = given;
    backend.engine = () => ({ status: "unavailable", text: null, reason: "translate/unsupported-pair" });
    anaTab.timeline.post("hola", "es");
    await clock.advance(60_000);
    expect(benTab.sees()).toEqual(["(translate/unsupported-pair) hola"]);
    expect(translateRequests(given)).toHaveLength(1);
  });

  test("uses the browser's translator once after a failure", async () => {
    const requested: string[] = [];
    const slow = Promise.withResolvers<void>();
    const { anaTab, benTab, clock, backend } = await twoInCall({
      availability: async () => "available",
      create: async () => ({
        translate: async (text) => {
          requested.push(text);
          await slow.promise;
          return `device ${text}`;
        },
      }),
    });
    backend.engine = () => ({ status: "unavailable", text: null, reason: "translate/quota" });
    anaTab.timeline.post("uno", "es");
    await clock.advance(0);
    anaTab.timeline.post("dos", "es");
    await clock.advance(0);
    expect(benTab.sees()).toEqual(["... uno", "... dos"]);
    slow.resolve();
    await clock.advance(60_000);
    expect(benTab.sees()).toEqual(["(device) device uno", "(device) device dos"]);
    expect(requested).toEqual(["uno", "dos"]);
  });

  test("shows the reason while the browser downloads a model", async () => {
    const model = Promise.withResolvers<{ translate(text: string): Promise<string> }>();
    const { anaTab, benTab, clock, backend } = await twoInCall({
      availability: async () => "downloadable",
      create: () => model.promise,
    });
    backend.engine = () => ({ status: "unavailable", text: null, reason: "translate/quota" });
    anaTab.timeline.post("hola", "es");
    await clock.advance(0);
    expect(benTab.sees()).toEqual(["(translate/quota) hola"]);
    model.resolve({ translate: async (text) => `device ${text}` });
    await clock.advance(0);
    expect(benTab.sees()).toEqual(["(device) device hola"]);
  });

  test("translates a readable line on request only", async () => {
    let readable: boolean | undefined;
    let changed = () => {};
    const shortLines: ShortLines = {
      isReadable: ({ text }) => (text === "Sin red" ? readable : false),
      translateAnyway() {},
      subscribe(next) {
        changed = next;
        return () => {};
      },
    };
    const world = createWorld();
    const ana = world.tab(world.backend.person("Ana", "en", "en"));
    const ben = world.tab(world.backend.person("Ben", "es", "es"), { shortLines });
    ana.call.join();
    ben.call.join();
    await world.clock.advance(1_000);
    ana.timeline.post("Sin red", "en");
    ana.timeline.post("No network", "en");
    await world.clock.advance(0);
    expect(ben.sees()).toEqual(["... Sin red", "es: No network"]);
    readable = true;
    changed();
    expect(ben.sees()).toEqual(["Sin red (translate anyway)", "es: No network"]);
    readable = false;
    changed();
    expect(ben.sees()).toEqual(["es: Sin red", "es: No network"]);
  });

  test("fetches a translation whose broadcast was lost", async () => {
    const { anaTab, benTab, clock, hub } = await twoInCall();
    hub.lose((_topic, event) => event === "translated");
    anaTab.timeline.post("hola", "es");
    await clock.advance(REQUEST_DELAYS_MS[0] + 1_000);
    expect(benTab.sees()).toEqual(["en: hola"]);
  });
});
