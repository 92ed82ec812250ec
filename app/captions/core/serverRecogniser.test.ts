import { describe, expect, test } from "vitest";
import { fail, ok, type Result } from "#contracts/errors.ts";
import { settle } from "../../../tests/fakes/clock.ts";
import { createServerRecogniser, type OpenVoice } from "./serverRecogniser.ts";

type Answer = Result<readonly string[]>;

function listening() {
  const asked: { sound: Blob; answer(answer: Answer): void }[] = [];
  const told: string[] = [];
  let voice: Parameters<OpenVoice>[1] | null = null;
  let closed = false;
  const recogniser = createServerRecogniser({
    configured: async () => true,
    transcribe: (sound) => new Promise((answer) => asked.push({ sound, answer })),
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
      onInterim: (text) => told.push(`(${text})`),
      onFinal: (text) => told.push(text),
      onEnded: (why) => told.push(`ended ${why}`),
    },
  );
  return {
    ...{ asked, told, running },
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
    const { asked, told, say } = listening();
    for (const speaking of [true, false, true, false]) say(speaking);
    asked[1]?.answer(ok(["Second."]));
    await settle();
    expect(told.filter((text) => !text.startsWith("("))).toEqual([]);
    asked[0]?.answer(ok(["First.", "And more."]));
    await settle();
    expect(told.filter((text) => !text.startsWith("("))).toEqual(["First.", "And more.", "Second."]);
    expect(told.at(-1)).toBe("()");
  });

  test("shows an ellipsis while a phrase is pending", async () => {
    const { asked, told, say } = listening();
    say(true);
    say(false);
    expect(told).toContain("(…)");
    asked[0]?.answer(ok([]));
    await settle();
    expect(told.at(-1)).toBe("()");
  });

  test("sends a WAV file of 16 kHz", async () => {
    const { asked, say } = listening();
    say(true);
    say(false);
    const view = new DataView((await asked[0]?.sound.arrayBuffer()) ?? new ArrayBuffer(44));
    expect([view.getUint32(24, true), view.getUint16(34, true), view.getUint32(40, true)]).toEqual([
      16_000, 16, 32_000,
    ]);
  });

  test("ends after three failures or one rejection", async () => {
    const down = fail("network/timeout");
    const one = listening();
    for (const answer of [down, down, ok(["Well."]), down, down]) {
      one.say(false);
      one.asked.at(-1)?.answer(answer);
      await settle();
    }
    expect(one.told).not.toContain("ended vain");
    one.say(false);
    one.asked.at(-1)?.answer(down);
    await settle();
    expect(one.told.at(-1)).toBe("ended vain");
    expect(one.isClosed()).toBe(true);

    const two = listening();
    two.say(false);
    two.asked[0]?.answer(fail("meeting/not-entered"));
    await settle();
    expect(two.told.at(-1)).toBe("ended refused");
  });

  test("ends in a browser without AudioWorklet", async () => {
    const one = listening();
    one.cannot();
    expect(one.told).toEqual(["ended refused"]);
    const two = listening();
    two.say(false);
    two.running.stop();
    two.asked[0]?.answer(ok(["Late."]));
    await settle();
    expect(two.told).not.toContain("Late.");
  });
});
