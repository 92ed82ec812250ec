import { describe, expect, test } from "vitest";
import { createFakeClock, settle } from "../../../tests/fakes/clock.ts";
import { AVAILABILITY_TIMEOUT_MS, createBrowserRecogniser, DOWNLOAD_TIMEOUT_MS } from "./browserRecogniser.ts";
import type { PhraseApi, SpeechApi, SpeechRecognitionLike, SpeechResult } from "./speechApi.ts";

interface Fake extends SpeechRecognitionLike {
  started: MediaStreamTrack | undefined;
  aborted: boolean;
}

function browser(offers: Partial<Pick<SpeechApi, "available" | "install">> = {}, refusesToStart = false) {
  const made: Fake[] = [];
  class Recognition implements Fake {
    lang = "";
    continuous = false;
    interimResults = false;
    processLocally = false;
    phrases: unknown[] = [];
    onresult: Fake["onresult"] = null;
    onerror: Fake["onerror"] = null;
    onend: Fake["onend"] = null;
    started: MediaStreamTrack | undefined;
    aborted = false;
    constructor() {
      made.push(this);
    }
    start(track?: MediaStreamTrack) {
      if (refusesToStart) throw new Error("InvalidStateError");
      this.started = track;
    }
    abort() {
      this.aborted = true;
      this.onend?.();
    }
  }
  return { api: Object.assign(Recognition, offers) as SpeechApi, made };
}

class Phrase {
  readonly phrase: string;
  constructor(phrase: string) {
    this.phrase = phrase;
  }
}
const PHRASES: PhraseApi = Phrase;

const result = (transcript: string, isFinal: boolean): SpeechResult => ({ 0: { transcript }, length: 1, isFinal });

function recogniser(kind: "device" | "browser", api: SpeechApi | undefined) {
  const clock = createFakeClock();
  return { clock, it: createBrowserRecogniser({ kind, api, phraseApi: PHRASES, clock }) };
}

function listening(given = browser()) {
  const events: string[] = [];
  // The recogniser only passes the track on.
  const track = { id: "t" } as MediaStreamTrack;
  const { it: made } = recogniser("browser", given.api);
  const running = made.listen(
    { language: "en", phrases: ["Inés"], track },
    {
      onInterim: (text) => events.push(`(${text})`),
      onFinal: (text) => events.push(text),
      onEnded: (why) => events.push(`ended ${why}`),
    },
  );
  return { events, running, recognition: given.made[0], track };
}

describe("browser recogniser", () => {
  test.each([
    ["no API", "browser", undefined, "no"],
    ["API without an availability check", "browser", browser().api, "yes"],
    ["device without an availability check", "device", browser().api, "no"],
    ["device, available", "device", browser({ available: async () => "available" }).api, "yes"],
    ["device, downloadable", "device", browser({ available: async () => "downloadable" }).api, "download"],
    ["device, unsupported language", "device", browser({ available: async () => "unavailable" }).api, "no"],
    ["service, unsupported language", "browser", browser({ available: async () => "unavailable" }).api, "no"],
    ["availability check that throws", "device", browser({ available: () => Promise.reject(new Error()) }).api, "no"],
  ] as const)("%s", async (_, kind, api, expected) => {
    expect(await recogniser(kind, api).it.availability("en")).toBe(expected);
  });

  test("treats a hanging availability check as unavailable", async () => {
    const { api } = browser({ available: () => new Promise(() => {}) });
    const { it: made, clock } = recogniser("device", api);
    const availability = made.availability("en");
    await clock.advance(AVAILABILITY_TIMEOUT_MS);
    expect(await availability).toBe("no");
  });

  test("reports whether a download succeeds", async () => {
    const requests: unknown[] = [];
    const install = (installed: Promise<boolean>) =>
      browser({
        install(langs) {
          requests.push(langs);
          return installed;
        },
      }).api;
    expect(await recogniser("device", install(Promise.resolve(true))).it.download("es")).toBe(true);
    expect(await recogniser("device", install(Promise.resolve(false))).it.download("es")).toBe(false);
    expect(await recogniser("device", install(Promise.reject(new Error()))).it.download("es")).toBe(false);
    expect(await recogniser("device", browser().api).it.download("es")).toBe(false);
    const { it: hangs, clock } = recogniser("device", install(new Promise(() => {})));
    const download = hangs.download("es");
    await clock.advance(DOWNLOAD_TIMEOUT_MS);
    expect(await download).toBe(false);
    expect(requests[0]).toEqual({ langs: ["es-ES"], processLocally: true });
  });

  test("uses browser language tags", async () => {
    const requests: unknown[] = [];
    const { api } = browser({
      available: async (langs) => {
        requests.push(langs);
        return "available";
      },
    });
    await recogniser("device", api).it.availability("pt");
    await recogniser("browser", api).it.availability("ca");
    expect(requests).toEqual([
      { langs: ["pt-BR"], processLocally: true },
      { langs: ["ca"], processLocally: false },
    ]);
  });

  test("listens continuously to the call's track", () => {
    const { recognition, track } = listening();
    expect(recognition).toMatchObject({ lang: "en-US", continuous: true, interimResults: true, started: track });
    expect(recognition?.phrases).toEqual([new Phrase("Inés")]);
  });

  test("updates phrases where the browser supports them", () => {
    const { recognition, running } = listening();
    running.setPhrases?.(["Tom"]);
    expect(recognition?.phrases).toEqual([new Phrase("Tom")]);
    running.setPhrases?.([]);
    expect(recognition?.phrases).toEqual([]);
    running.setPhrases?.(["Tom"]);
    recognition?.onerror?.({ error: "phrases-not-supported" });
    running.setPhrases?.(["Ana"]);
    expect(recognition?.phrases).toEqual([new Phrase("Tom")]);
  });

  test("emits final results, and joins interim ones", () => {
    const { recognition, events } = listening();
    const emit = (resultIndex: number, ...results: SpeechResult[]) => recognition?.onresult?.({ resultIndex, results });
    emit(0, result("the", false), result(" bus", false));
    emit(0, result("The bus leaves.", true));
    emit(1, result("The bus leaves.", true), result("at", false));
    expect(events).toEqual(["(the bus)", "The bus leaves.", "(at)"]);
  });

  test.each([
    ["not-allowed", "refused"],
    ["service-not-allowed", "refused"],
    ["language-not-supported", "language"],
    ["network", "failed"],
    ["no-speech", "silent"],
  ])("maps the error %s to %s", (error, why) => {
    const { recognition, events } = listening();
    recognition?.onerror?.({ error });
    recognition?.onend?.();
    expect(events).toEqual([`ended ${why}`]);
  });

  test("ends when starting throws", async () => {
    const { events } = listening(browser({}, true));
    await settle();
    expect(events).toEqual(["ended failed"]);
  });

  test("emits nothing after stopping", () => {
    const { recognition, events, running } = listening();
    running.stop();
    recognition?.onresult?.({ resultIndex: 0, results: [result("late", true)] });
    expect([recognition?.aborted, events]).toEqual([true, []]);
  });
});
