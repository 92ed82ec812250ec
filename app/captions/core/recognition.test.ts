import { describe, expect, test } from "vitest";
import type { Language } from "#contracts/languages.ts";
import { createFakeClock, settle } from "../../../tests/fakes/clock.ts";
import { type Availability, fakeRecogniser } from "../../../tests/fakes/recogniser.ts";
import type { RecogniserName } from "./recogniser.ts";
import {
  type CaptionSourcePreference,
  createRecognition,
  RESTART_DELAYS_MS,
  type RecognisedText,
  STABLE_AFTER_MS,
} from "./recognition.ts";

// Recognition only passes the track on.
const track = (id: string) => ({ id }) as MediaStreamTrack;
const voice = (id = "a", language: Language = "en") => ({ track: track(id), language });

async function listening(
  wish: CaptionSourcePreference = "auto",
  knows: Partial<Record<RecogniserName, Availability>> = {},
) {
  const clock = createFakeClock();
  const device = fakeRecogniser("device", { en: knows.device ?? "yes" });
  const server = fakeRecogniser("server", { en: knows.server ?? "yes", es: "yes" });
  const recognised: RecognisedText[] = [];
  let ids = 0;
  const recognising = createRecognition({
    ...{ recognisers: [device.recogniser, server.recogniser], language: "en" as const, preference: wish, clock },
    newId: () => `s${++ids}`,
    onText: (recognisedText) => recognised.push(recognisedText),
  });
  await settle();
  const state = () => {
    const { state: now } = recognising.getSnapshot();
    return "by" in now ? `${now.name} ${now.by}` : now.name;
  };
  const texts = () => recognised.map(({ id, text, final }) => `${id} ${text}${final ? "." : ""}`);
  return { clock, device, server, recognised, recognising, state, texts };
}

describe("recognition", () => {
  test("starts the first available recogniser with a voice", async () => {
    const { recognising, device, server, state } = await listening();
    expect(state()).toBe("ready device");
    recognising.setPhrases(["Inés"]);
    const ownVoice = voice();
    recognising.setVoice(ownVoice);
    expect(state()).toBe("listening device");
    expect(device.last()).toMatchObject({ language: "en", phrases: ["Inés"], track: { id: "a" } });
    recognising.setVoice(ownVoice);
    expect(device.runs).toHaveLength(1);
    recognising.setVoice(null);
    expect(state()).toBe("ready device");
    expect(device.last()?.stopped).toBe(true);
    expect(server.runs).toEqual([]);
  });

  test("starts once availability is known", async () => {
    const clock = createFakeClock();
    const { recogniser, runs } = fakeRecogniser("device", { en: "yes" });
    const recognising = createRecognition({
      ...{ recognisers: [recogniser], language: "en" as const, preference: "auto" as const, clock },
      newId: () => "s",
      onText() {},
    });
    recognising.setVoice(voice());
    await settle();
    expect([recognising.getSnapshot().state, runs.length]).toEqual([{ name: "listening", by: "device" }, 1]);
  });

  test("passes new phrases to the running recogniser", async () => {
    const { recognising, device, server } = await listening();
    recognising.setVoice(voice());
    recognising.setPhrases(["Inés"]);
    expect([device.runs.length, device.last()?.phrases]).toEqual([1, ["Inés"]]);
    device.last()?.onEnded("refused");
    expect(server.last()?.phrases).toEqual(["Inés"]);
  });

  test("keeps one id for a sentence", async () => {
    const { recognising, device, clock, recognised, texts } = await listening();
    recognising.setVoice(voice());
    const began = clock.now();
    device.last()?.onInterim("the");
    await clock.advance(400);
    device.last()?.onInterim("the bus");
    device.last()?.onFinal("The bus leaves.");
    device.last()?.onInterim("at");
    expect(texts()).toEqual(["s1 the", "s1 the bus", "s1 The bus leaves..", "s2 at"]);
    expect(recognised[2]).toMatchObject({ began, at: began + 400 });
  });

  test("withdraws interim text when the microphone turns off", async () => {
    const { recognising, device, texts } = await listening();
    recognising.setVoice(voice());
    device.last()?.onInterim("the bus");
    recognising.setVoice(null);
    device.last()?.onFinal("The bus leaves.");
    expect(texts()).toEqual(["s1 the bus", "s1 "]);
  });

  test("restarts a failing recogniser, then replaces it", async () => {
    const { recognising, device, server, clock, state } = await listening();
    recognising.setVoice(voice());
    device.last()?.onFinal("What it heard before says nothing of what comes.");
    for (const wait of RESTART_DELAYS_MS) {
      device.last()?.onEnded("failed");
      expect(state()).toBe("listening device");
      await clock.advance(wait);
    }
    expect(device.runs).toHaveLength(RESTART_DELAYS_MS.length + 1);
    expect(recognising.getSnapshot().replaced).toBeNull();
    device.last()?.onEnded("failed");
    expect(state()).toBe("listening server");
    expect(recognising.getSnapshot().replaced).toEqual({ from: "device", why: "failed" });
    server.last()?.onFinal("Hello.");
    recognising.dismiss();
    expect(recognising.getSnapshot().replaced).toBeNull();
  });

  test("resets the failure count after a stable run", async () => {
    const { recognising, device, clock, state } = await listening();
    recognising.setVoice(voice());
    for (let count = 0; count < 2 * RESTART_DELAYS_MS.length; count += 1) {
      await clock.advance(STABLE_AFTER_MS);
      device.last()?.onEnded("failed");
      await clock.advance(RESTART_DELAYS_MS[0]);
    }
    expect(state()).toBe("listening device");
  });

  test("does not count normal ends as failures", async () => {
    const { recognising, device, clock, state } = await listening();
    recognising.setVoice(voice());
    for (let count = 0; count < 2 * RESTART_DELAYS_MS.length; count += 1) {
      device.last()?.onFinal("Hello.");
      device.last()?.onEnded("failed");
      await clock.advance(RESTART_DELAYS_MS[0]);
      device.last()?.onEnded("silent");
      await clock.advance(RESTART_DELAYS_MS[0]);
    }
    expect(state()).toBe("listening device");
    expect(device.runs).toHaveLength(4 * RESTART_DELAYS_MS.length + 1);
    expect(recognising.getSnapshot().replaced).toBeNull();
  });

  test("does not restart a denied recogniser", async () => {
    const { recognising, device, clock, state } = await listening();
    recognising.setVoice(voice());
    device.last()?.onEnded("refused");
    expect(state()).toBe("listening server");
    recognising.setVoice(null);
    recognising.setVoice(voice("b"));
    expect([state(), device.runs.length]).toEqual(["listening server", 1]);
    expect(clock.pending()).toBe(0);
  });

  test("retries all after a new preference", async () => {
    const { recognising, device, server, state } = await listening();
    recognising.setVoice(voice());
    device.last()?.onEnded("language");
    server.last()?.onEnded("refused");
    expect(state()).toBe("none");
    recognising.setPreference("device");
    expect(state()).toBe("listening device");
    recognising.setPreference("off");
    expect(state()).toBe("off");
    expect(device.last()?.stopped).toBe(true);
  });

  test("checks availability again for another language", async () => {
    const { recognising, server, device, state } = await listening();
    recognising.setVoice(voice());
    recognising.setVoice(voice("a", "es"));
    await settle();
    expect(device.last()?.stopped).toBe(true);
    expect(state()).toBe("listening server");
    expect(server.last()).toMatchObject({ language: "es" });
  });

  test("offers a download and starts after it", async () => {
    const { recognising, state } = await listening("auto", { device: "download", server: "no" });
    expect(recognising.getSnapshot().state).toEqual({ name: "none", download: true });
    expect(await recognising.download()).toBe(true);
    expect(state()).toBe("ready device");
  });

  test("emits nothing and leaves no timer after closing", async () => {
    const { recognising, device, clock, texts } = await listening();
    recognising.setVoice(voice());
    device.last()?.onEnded("failed");
    recognising.close();
    expect(clock.pending()).toBe(0);
    device.last()?.onFinal("late");
    expect(texts()).toEqual([]);
  });
});
