import { expect, it } from "vitest";
import { LIMITS } from "#contracts/limits.ts";
import { translateRequests, twoInCall } from "../../tests/fakes/twoInCall.ts";
import { BROWSER_TRANSLATOR_TIMEOUT_MS } from "./browserTranslator.ts";
import { REQUEST_DELAYS_MS } from "./core/translationQueue.ts";

it("each reads all in their own language; the author's page asks once for a line", async () => {
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

it("nobody asks when all read the language of the line", async () => {
  const given = await twoInCall();
  given.anaTab.timeline.post("hello", "en");
  await given.clock.advance(60_000);
  expect(given.benTab.sees()).toEqual(["hello"]);
  // Ana reads Spanish, but it is her own line.
  expect(translateRequests(given)).toHaveLength(0);
});

it("a reader's page asks itself when the author's did not, after its patience", async () => {
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

it("the speaker's page asks at once for what it said, as for what it wrote", async () => {
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

it("many lines without a translation are asked for in one request", async () => {
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

it("asks again further and further apart, then no more, and says why the original stands", async () => {
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

it("what failed is asked for again once the engine translates something else", async () => {
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

it("an outage of minutes heals: every line that was written meanwhile is read, in order, made once", async () => {
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

it("a lively call keeps nothing from being asked again, nor has it asked with every line", async () => {
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

it("a later answer of the server replaces the reason", async () => {
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

it("does not wait for the end of a lease once whoever held it has failed", async () => {
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

it("asks anew when the network is back", async () => {
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

it("asks for nothing of a meeting that keeps nothing, and says so", async () => {
  const given = await twoInCall();
  const { anaTab, benTab, clock } = given;
  await anaTab.lead.updateMeeting({ keep: "nothing" });
  anaTab.timeline.post("hola", "es");
  await clock.advance(60_000);
  expect(benTab.sees()).toEqual(["(translate/not-kept) hola"]);
  expect(translateRequests(given)).toHaveLength(0);
});

it("does not ask for what will never come", async () => {
  const given = await twoInCall();
  const { anaTab, benTab, clock, backend } = given;
  backend.engine = () => ({ status: "unavailable", text: null, reason: "translate/unsupported-pair" });
  anaTab.timeline.post("hola", "es");
  await clock.advance(60_000);
  expect(benTab.sees()).toEqual(["(translate/unsupported-pair) hola"]);
  expect(translateRequests(given)).toHaveLength(1);
});

it("the browser's translator steps in when the server fails, marked, and is asked once", async () => {
  const asked: string[] = [];
  const slow = Promise.withResolvers<void>();
  const { anaTab, benTab, clock, backend } = await twoInCall({
    availability: async () => "available",
    create: async () => ({
      translate: async (text) => {
        asked.push(text);
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
  expect(asked).toEqual(["uno", "dos"]);
});

it("a translator that hangs ends in the original with the reason", async () => {
  const { anaTab, benTab, clock, backend } = await twoInCall({
    availability: async () => "downloadable",
    create: () => new Promise(() => {}),
  });
  backend.engine = () => ({ status: "unavailable", text: null, reason: "translate/quota" });
  anaTab.timeline.post("hola", "es");
  await clock.advance(BROWSER_TRANSLATOR_TIMEOUT_MS - 1);
  expect(benTab.sees()).toEqual(["... hola"]);
  await clock.advance(1);
  expect(benTab.sees()).toEqual(["(translate/quota) hola"]);
});

it("a translation that was broadcast but not heard is fetched", async () => {
  const { anaTab, benTab, clock, hub } = await twoInCall();
  hub.lose((_topic, event) => event === "translated");
  anaTab.timeline.post("hola", "es");
  await clock.advance(REQUEST_DELAYS_MS[0] + 1_000);
  expect(benTab.sees()).toEqual(["en: hola"]);
});

it("another reading language reads all that is loaded anew, in few requests, and older pages too", async () => {
  const given = await twoInCall();
  const { ana, ben, benTab, clock, backend, tab } = given;
  const count = 2 * LIMITS.translateBatch + 3;
  for (let number = 1; number <= count; number += 1)
    await ana.rpc("post_line", {
      ...{
        p_line_id: crypto.randomUUID(),
        p_call_id: backend.callId(),
        p_language: "es" as const,
        p_text: `${number}`,
      },
    });
  await clock.advance(LIMITS.readerRequestDelayMs);
  expect(benTab.sees()).toEqual(Array.from({ length: count }, (_, index) => `en: ${index + 1}`));

  // By the door, as everybody changes it.
  await ben.rpc("knock", { p_code: backend.meeting().code, p_display_name: "Ben", p_speaks: "en", p_reads: "fr" });
  const before = translateRequests(given).length;
  await clock.advance(0);
  expect(benTab.sees()).toEqual(Array.from({ length: count }, (_, index) => `... ${index + 1}`));
  await clock.advance(LIMITS.readerRequestDelayMs);
  expect(benTab.sees()).toEqual(Array.from({ length: count }, (_, index) => `fr: ${index + 1}`));
  const made = translateRequests(given).slice(before);
  expect(made).toHaveLength(3);
  for (const { args } of made) expect((args as string[]).length).toBeLessThanOrEqual(LIMITS.translateBatch);

  const late = tab(backend.person("Cy", "de", "de"));
  late.call.join();
  await clock.advance(LIMITS.readerRequestDelayMs);
  expect(late.sees()).toEqual([`de: ${count - 2}`, `de: ${count - 1}`, `de: ${count}`]);
  await late.timeline.loadOlder();
  await clock.advance(LIMITS.readerRequestDelayMs);
  expect(late.sees().slice(0, 3)).toEqual([`de: ${count - 5}`, `de: ${count - 4}`, `de: ${count - 3}`]);
});

it("in another reading language nothing is given up before it was asked for", async () => {
  const { ana, ben, benTab, clock, backend } = await twoInCall();
  const { translate } = ben;
  ben.translate = async (lineIds) => {
    const failed = (language: "en" | "fr") =>
      lineIds.map((line_id) => ({ line_id, language, status: "failed" as const, reason: "translate/quota" }));
    return { ok: true, value: { results: [...failed("en"), ...failed("fr")] } };
  };
  ana.rpc("post_line", {
    p_line_id: crypto.randomUUID(),
    p_call_id: backend.callId(),
    p_language: "es",
    p_text: "hola",
  });
  await clock.advance(LIMITS.readerRequestDelayMs);
  expect(benTab.sees()).toEqual(["(translate/quota) hola"]);
  ben.translate = translate;
  await ben.rpc("knock", { p_code: backend.meeting().code, p_display_name: "Ben", p_speaks: "en", p_reads: "fr" });
  await clock.advance(0);
  expect(benTab.sees()).toEqual(["... hola"]);
  await clock.advance(LIMITS.readerRequestDelayMs);
  expect(benTab.sees()).toEqual(["fr: hola"]);
});
