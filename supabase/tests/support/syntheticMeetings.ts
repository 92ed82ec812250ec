/**
 * Meetings whose measures are known, because each stretch of speech is placed on purpose: after the others, a little or a
 * second before the last one ends, or inside it.
 */
import type { Language } from "#contracts/languages.ts";

export interface SyntheticCaption {
  /** Index of the person. */
  readonly speaker: number;
  readonly startMs: number;
  readonly ms: number;
}

export interface SyntheticMeeting {
  readonly people: number;
  readonly captions: readonly SyntheticCaption[];
  readonly truth: {
    /** By person, in milliseconds. */
    readonly talkMs: readonly number[];
    readonly turns: readonly number[];
    readonly overlaps: number;
    readonly interruptions: readonly number[];
  };
}

export const SYNTHETIC_LANGUAGES: readonly Language[] = ["en", "es", "ar"];

/** Returns whole numbers from 0 to below the bound, the same ones for the same seed. */
function createRandom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * bound);
  };
}

const KINDS = ["after", "after", "touch", "overlap", "interruption", "inside", "same-person"] as const;

export function syntheticMeeting(seed: number, people: number, stretches: number): SyntheticMeeting {
  const random = createRandom(seed);
  const captions: SyntheticCaption[] = [];
  const truth = {
    talkMs: Array.from({ length: people }, () => 0),
    turns: Array.from({ length: people }, () => 0),
    interruptions: Array.from({ length: people }, () => 0),
    overlaps: 0,
  };
  const add = (counts: number[], person: number, amount: number) => {
    counts[person] = (counts[person] ?? 0) + amount;
  };
  /** The stretch that began last, and the end of the last long one with its speaker. */
  let previous = -1;
  let floor = { speaker: -1, endMs: 0 };

  /** Cuts a stretch into captions with silences of up to a second. */
  function speak(speaker: number, startMs: number, lengthMs: number) {
    const endMs = startMs + lengthMs;
    let at = startMs;
    while (at < endMs) {
      const rest = endMs - at;
      const ms = rest < 4_000 ? rest : 1_000 + random(2_000);
      captions.push({ speaker, startMs: at, ms });
      add(truth.talkMs, speaker, ms);
      at += ms + (rest === ms ? 0 : random(1_001));
    }
    if (speaker !== previous) add(truth.turns, speaker, 1);
    previous = speaker;
  }
  const another = () => (floor.speaker + 1 + random(Math.max(1, people - 1))) % people;

  for (let index = 0; index < stretches; index++) {
    const kind = people === 1 ? "same-person" : (KINDS[random(KINDS.length)] ?? "after");
    // So long that only this stretch is running when the next one begins, and that its listener has been silent for a second.
    const lengthMs = 9_000 + random(11_000);
    const speaker = kind === "same-person" && floor.speaker >= 0 ? floor.speaker : another();
    let startMs = floor.endMs;
    switch (kind) {
      case "after":
        startMs += 1 + random(3_000);
        break;
      case "touch":
        break;
      case "same-person":
        // One millisecond more than the silence inside a stretch.
        startMs += 1_001 + random(2_000);
        break;
      case "overlap":
        startMs -= index === 0 ? 0 : 1 + random(999);
        truth.overlaps += index === 0 ? 0 : 1;
        break;
      case "interruption":
        startMs -= index === 0 ? 0 : 1_000 + random(1_000);
        truth.overlaps += index === 0 ? 0 : 1;
        add(truth.interruptions, speaker, index === 0 ? 0 : 1);
        break;
      case "inside":
        startMs += 1 + random(3_000);
        break;
      default:
        kind satisfies never;
    }
    speak(speaker, startMs, lengthMs);
    floor = { speaker, endMs: (captions.at(-1)?.startMs ?? 0) + (captions.at(-1)?.ms ?? 0) };
    if (kind === "inside") {
      const listener = another();
      speak(listener, startMs + 1_500, 200 + random(700));
      truth.overlaps += 1;
    }
  }
  return { people, captions, truth };
}

/** One person alone, two, a few, and fifty. The number of people is also the seed. */
export const SYNTHETIC_MEETINGS: readonly SyntheticMeeting[] = Array.from({ length: 20 }, (_, index) =>
  syntheticMeeting(index + 1, index === 19 ? 50 : 1 + (index % 7), 20 + index * 5),
);
