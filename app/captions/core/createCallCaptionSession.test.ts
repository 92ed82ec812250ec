/** The recognisers of a browser, as a call combines them. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { ok } from "#contracts/errors.ts";
import { settle } from "../../../tests/fakes/clock.ts";
import { fakeStorage } from "../../../tests/fakes/storage.ts";
import { createWorld } from "../../../tests/fakes/world.ts";
import type { SupabaseHttp } from "../../lib/supabaseHttp.ts";
import { CAPTION_PREFERENCES_KEY } from "../captionsEnabled.ts";
import type { CaptionSourcePreference } from "./recognition.ts";

/** All started sessions, in order. */
let recognitions: Recognition[] = [];
let onDevice = "unavailable";

class Recognition {
  static available = async ({ processLocally }: { processLocally: boolean }) =>
    processLocally ? onDevice : "available";
  processLocally = false;
  phrases: unknown[] = [];
  onresult: ((event: unknown) => void) | null = null;
  start() {
    recognitions.push(this);
  }
  abort() {}
}

/** The messages of the audio worklet. */
let say: (message: unknown) => void = () => {};

class WorkletNode {
  port = { onmessage: (_event: { data: unknown }) => {} };
  constructor() {
    say = (data) => this.port.onmessage({ data });
  }
}

class Context {
  audioWorklet = { addModule: async () => {} };
  createMediaStreamSource = () => ({ connect() {} });
  resume = async () => {};
  close = async () => {};
}

afterEach(() => {
  recognitions = [];
  onDevice = "unavailable";
  vi.unstubAllGlobals();
  vi.resetModules();
});

const phraseSaid = () => say({ type: "segment", samples: new Int16Array(16_000), ago: 0 });

/** `answer`: the response of the edge function `transcribe`. */
async function inCall({
  wish,
  configured = true,
  response,
}: {
  wish: CaptionSourcePreference;
  configured?: boolean;
  response?: unknown;
}) {
  const localStorage = fakeStorage();
  const chosen = { wish, original: false, size: "m", strong: false };
  localStorage.setItem(CAPTION_PREFERENCES_KEY, JSON.stringify(chosen));
  for (const [name, value] of Object.entries({
    ...{ localStorage, webkitSpeechRecognition: Recognition, MediaStream: class {} },
    ...{ AudioContext: Context, AudioWorkletNode: WorkletNode },
  }))
    vi.stubGlobal(name, value);
  const world = createWorld();
  const person = world.backend.person("Ana", "es", "es");
  const tab = world.tab(person);
  tab.call.join();
  await tab.devices.open(["microphone"]);
  await world.clock.advance(1_000);
  const posted: URL[] = [];
  const http: SupabaseHttp = {
    get: async () => ok({ configured }),
    async post(path) {
      posted.push(new URL(path, "https://parley.example"));
      return ok(response === undefined ? { texts: [`Frase ${posted.length}.`] } : response);
    },
  };
  let ids = 0;
  const { createCallCaptionSession } = await import("./createCallCaptionSession.ts");
  const captioning = createCallCaptionSession({
    ...{ call: tab.call, timeline: tab.timeline, devices: tab.devices, rpc: person.rpc, clock: world.clock, http },
    ...{ storage: fakeStorage() },
    newId: () => `e0000000-0000-4000-8000-${String(++ids).padStart(12, "0")}`,
  });
  await world.clock.advance(0);
  return { ...world, captioning, posted, state: () => captioning.recognition.getSnapshot() };
}

describe("caption session of a call", () => {
  test("prefers recognition on the device", async () => {
    onDevice = "available";
    const { state } = await inCall({ wish: "auto" });
    expect(state()).toMatchObject({
      available: ["device", "server", "browser"],
      state: { name: "listening", by: "device" },
    });
    expect(recognitions).toMatchObject([{ processLocally: true }]);
  });

  test("uses the browser vendor only by explicit choice", async () => {
    const { state, captioning } = await inCall({ wish: "auto" });
    expect(state()).toMatchObject({ available: ["server", "browser"], state: { name: "listening", by: "server" } });
    expect(recognitions).toEqual([]);
    captioning.recognition.setPreference("browser");
    expect(recognitions).toMatchObject([{ processLocally: false }]);
  });

  test("has no automatic source with the vendor alone", async () => {
    const { state } = await inCall({ wish: "auto", configured: false });
    expect(state()).toMatchObject({ available: ["browser"], state: { name: "none" } });
    expect(recognitions).toEqual([]);
  });

  test("turns a transcribed phrase into a line", async () => {
    const { posted, backend, clock } = await inCall({ wish: "server" });
    await settle();
    for (let phrase = 0; phrase < 2; phrase += 1) {
      say({ type: "speaking", speaking: false });
      phraseSaid();
    }
    await clock.advance(1_000);
    const parameters = posted.map(({ searchParams }) => Object.fromEntries(searchParams));
    expect(parameters).toMatchObject([
      { call_id: backend.callId(), language: "es" },
      { call_id: backend.callId(), language: "es" },
    ]);
    expect(new Set(parameters.map(({ id }) => id)).size).toBe(2);
    expect(backend.lines().map(({ text }) => text)).toEqual(["Frase 1.", "Frase 2."]);
  });

  test.each([
    ["a web page", "<html>"],
    ["nothing", null],
    ["another shape", { text: "Hola." }],
  ])("replaces an endpoint after three responses of %s", async (_, response) => {
    const { backend, clock, state, posted } = await inCall({ wish: "server", response });
    await settle();
    // Each recogniser is restarted before it is replaced.
    for (let phrase = 0; phrase < 12; phrase += 1) {
      phraseSaid();
      // Slow failures must not count as a stable run.
      await clock.advance(10_000);
    }
    expect(posted).toHaveLength(12);
    expect(state()).toMatchObject({ state: { name: "none" }, replaced: { from: "server", why: "vain" } });
    expect(backend.lines()).toEqual([]);
  });
});
