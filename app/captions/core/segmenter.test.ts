import { describe, expect, test } from "vitest";
import { createSegmenter, SAMPLE_RATE_HZ } from "./segmenter.ts";

/** A voice over room noise: a tone of 220 Hz that swells four times a second, like syllables. */
function sound(
  rate: number,
  pieces: readonly (readonly [seconds: number, level: number])[],
  noise = 0.001,
): Float32Array {
  let seed = 1;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  return Float32Array.from(
    pieces.flatMap(([seconds, level]) =>
      Array.from(
        { length: Math.round(seconds * rate) },
        (_, at) => level * syllable(at / rate) * Math.sin((2 * Math.PI * 220 * at) / rate) + noise * 2 * random(),
      ),
    ),
  );
}

const syllable = (seconds: number) => Math.abs(Math.sin(4 * Math.PI * seconds));

function cut(rate: number, samples: Float32Array, chunk = 128) {
  const phrases: { seconds: number; ago: number; peak: number }[] = [];
  const speaking: boolean[] = [];
  const segmenter = createSegmenter({
    rate,
    onSpeaking: (now) => speaking.push(now),
    onSegment: ({ samples: made, ago }) =>
      phrases.push({
        seconds: made.length / SAMPLE_RATE_HZ,
        ago,
        peak: made.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 32_767,
      }),
  });
  for (let at = 0; at < samples.length; at += chunk) segmenter.push(samples.subarray(at, at + chunk));
  return { phrases, speaking };
}

describe("segmenter", () => {
  test.each([16_000, 44_100, 48_000])("separates two phrases at %i Hz", (rate) => {
    const { phrases, speaking } = cut(
      rate,
      sound(rate, [
        [1, 0],
        [1.5, 0.3],
        [1, 0],
        [0.8, 0.3],
        [1, 0],
      ]),
    );
    expect(phrases).toHaveLength(2);
    // Includes the lead-in and the beginning of the pause.
    expect(phrases[0]?.seconds).toBeGreaterThan(1.5);
    expect(phrases[0]?.seconds).toBeLessThan(2.2);
    expect(phrases[0]?.peak).toBeCloseTo(0.3, 1);
    expect(phrases[0]?.ago).toBeGreaterThan(0);
    expect(speaking).toEqual([true, false, true, false]);
  });

  test("keeps a phrase together across short pauses", () => {
    const { phrases } = cut(
      SAMPLE_RATE_HZ,
      sound(SAMPLE_RATE_HZ, [
        [0.5, 0],
        [0.6, 0.2],
        [0.3, 0],
        [0.6, 0.2],
        [0.3, 0],
        [0.6, 0.2],
        [1, 0],
      ]),
    );
    expect(phrases).toHaveLength(1);
  });

  test("ignores silence, room noise and clicks", () => {
    expect(cut(SAMPLE_RATE_HZ, new Float32Array(5 * SAMPLE_RATE_HZ)).phrases).toEqual([]);
    expect(cut(SAMPLE_RATE_HZ, sound(SAMPLE_RATE_HZ, [[10, 0]], 0.01)).phrases).toEqual([]);
    const click = cut(
      SAMPLE_RATE_HZ,
      sound(SAMPLE_RATE_HZ, [
        [1, 0],
        [0.09, 0.8],
        [1, 0],
      ]),
    );
    expect(click.phrases).toEqual([]);
  });

  test("adapts to the noise of a room", () => {
    expect(
      cut(
        SAMPLE_RATE_HZ,
        sound(
          SAMPLE_RATE_HZ,
          [
            [1, 0],
            [1, 0.02],
            [1, 0],
          ],
          0.0005,
        ),
      ).phrases,
    ).toHaveLength(1);
    expect(
      cut(
        SAMPLE_RATE_HZ,
        sound(
          SAMPLE_RATE_HZ,
          [
            [4, 0],
            [1, 0.4],
            [1, 0],
          ],
          0.03,
        ),
      ).phrases,
    ).toHaveLength(1);
  });

  test("cuts a long phrase without losing samples", () => {
    const seconds = 40;
    const { phrases, speaking } = cut(
      SAMPLE_RATE_HZ,
      sound(SAMPLE_RATE_HZ, [
        [0.5, 0],
        [seconds, 0.3],
        [1, 0],
      ]),
    );
    expect(phrases.length).toBeGreaterThanOrEqual(4);
    for (const phrase of phrases) expect(phrase.seconds).toBeLessThanOrEqual(12);
    const all = phrases.reduce((sum, phrase) => sum + phrase.seconds, 0);
    expect(all).toBeGreaterThan(seconds);
    expect(all).toBeLessThan(seconds + 1);
    expect(speaking).toEqual([true, false]);
  });

  test("is independent of the chunk size", () => {
    const samples = sound(48_000, [
      [1, 0],
      [1.5, 0.3],
      [1, 0],
    ]);
    expect(cut(48_000, samples, 1)).toEqual(cut(48_000, samples, 4_800));
  });
});
