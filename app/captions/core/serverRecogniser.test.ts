import { describe, expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { settle } from "../../../tests/fakes/clock.ts";
import { createServerRecogniser, type OpenVoice } from "./serverRecogniser.ts";

type Answer = Result<readonly string[]>;

function listening() {
  const requests: { sound: Blob; respond(result: Answer): void }[] = [];
  const texts: string[] = [];
  let voice: Parameters<OpenVoice>[1] | null = null;
  let closed = false;
  const recogniser = createServerRecogniser({
    configured: async () => true,
    transcribe: (sound) => new Promise((respond) => requests.push({ sound, respond })),
    openVoice(_track, events) {
      voice = events;
      return {
        close() {
          closed = true;
        },
      };
    },
  });
  const running = recogniser.listen(
    // The recogniser only passes the track on.
    { language: "en", phrases: [], track: {} as MediaStreamTrack },
    {
      onInterim: (text) => texts.push(`(${text})`),
      onFinal: (text) => texts.push(text),
      onEnded: (why) => texts.push(`ended ${why}`),
    },
  );
  return {
    ...{ requests, texts, running },
    say(speaking: boolean) {
      voice?.speaking(speaking);
      if (!speaking) voice?.segment({ samples: new Int16Array(16_000), ago: 0 });
    },
    cannot: () => voice?.failed(),
    isClosed: () => closed,
  };
}

describe("server recogniser", () => {
  test("emits phrases in spoken order", async () => {
    const { requests, texts, say } = listening();
    for (const speaking of [true, false, true, false]) say(speaking);
    requests[1]?.respond(ok(["Second."]));
    await settle();
    expect(texts.filter((text) => !text.startsWith("("))).toEqual([]);
    requests[0]?.respond(ok(["First.", "And more."]));
    await settle();
    expect(texts.filter((text) => !text.startsWith("("))).toEqual(["First. And more.", "Second."]);
    expect(texts.at(-1)).toBe("()");
  });

  test("shows an ellipsis while a phrase is pending", async () => {
    const { requests, texts, say } = listening();
    say(true);
    say(false);
    expect(texts).toContain("(…)");
    requests[0]?.respond(ok([]));
    await settle();
    expect(texts.at(-1)).toBe("()");
  });

  test("sends a WAV file of 16 kHz", async () => {
    const { requests, say } = listening();
    say(true);
    say(false);
    const view = new DataView((await requests[0]?.sound.arrayBuffer()) ?? new ArrayBuffer(44));
    expect([view.getUint32(24, true), view.getUint16(34, true), view.getUint32(40, true)]).toEqual([
      16_000, 16, 32_000,
    ]);
  });

  test("ends after three failures or one rejection", async () => {
    const down = fail("network/timeout");
    const recogniser = listening();
    for (const response of [down, down, ok(["Well."]), down, down]) {
      recogniser.say(false);
      recogniser.requests.at(-1)?.respond(response);
      await settle();
    }
    expect(recogniser.texts).not.toContain("ended vain");
    recogniser.say(false);
    recogniser.requests.at(-1)?.respond(down);
    await settle();
    expect(recogniser.texts.at(-1)).toBe("ended vain");
    expect(recogniser.isClosed()).toBe(true);

    const two = listening();
    two.say(false);
    two.requests[0]?.respond(fail("meeting/not-entered"));
    await settle();
    expect(two.texts.at(-1)).toBe("ended refused");
  });

  test("ends in a browser without AudioWorklet", async () => {
    const recogniser = listening();
    recogniser.cannot();
    expect(recogniser.texts).toEqual(["ended refused"]);
    const two = listening();
    two.say(false);
    two.running.stop();
    two.requests[0]?.respond(ok(["Late."]));
    await settle();
    expect(two.texts).not.toContain("Late.");
  });
});
