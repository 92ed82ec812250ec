/**
 * Cuts a voice into phrases, by loudness above the noise of the room. It runs where the sound is, in an AudioWorklet, so it
 * imports nothing and keeps no more than one phrase.
 */

/** What comes out: 16 kHz, one channel, 16 bits, as recognisers want it. */
export const SAMPLE_RATE_HZ = 16_000;
/** A frame is 20 ms. */
const FRAME_SAMPLES = SAMPLE_RATE_HZ / 50;
const frames = (milliseconds: number) => Math.round(milliseconds / 20);

/** Speech is so much louder than the noise, and never softer than this (of full scale). */
const SPEECH_TO_NOISE_RATIO = 3;
const MIN_SPEECH_LEVEL = 0.006;
/**
 * How fast the idea of the noise follows it: down at once, up slowly, and in a phrase hardly at all, so that speech is not
 * taken for it. The first frame is taken for noise.
 */
const NOISE_ADAPTATION = { down: 0.2, up: 0.005, upInPhrase: 0.0005 };
/** Of the last frames so many are loud: a phrase begins. It is told with what came just before. */
const ONSET = { of: 6, loud: 4 };
const LEAD_IN_FRAMES = frames(300);
/** A pause of this length ends a phrase; of it only the beginning is kept. */
const PAUSE_FRAMES = frames(550);
const TRAILING_FRAMES = frames(200);
/** Less is a click or a cough. */
const MIN_LOUD_FRAMES = frames(160);
/** A longer phrase is cut at its softest frame within the last part. */
const MAX_PHRASE_FRAMES = frames(12_000);
const CUT_WINDOW_FRAMES = frames(2_500);

export interface Segment {
  readonly samples: Int16Array<ArrayBuffer>;
  /** Milliseconds from its end to the moment at which it is told. */
  readonly ago: number;
}

export interface SegmenterOptions {
  /** Samples a second of what comes in. */
  readonly rate: number;
  /** A phrase began, or ended. */
  onSpeaking(speaking: boolean): void;
  onSegment(segment: Segment): void;
}

interface Frame {
  readonly samples: Float32Array;
  readonly level: number;
  readonly loud: boolean;
}

export interface Segmenter {
  /** One channel, from −1 to 1, of any length. */
  push(samples: Float32Array): void;
}

export function createSegmenter({ rate, onSpeaking, onSegment }: SegmenterOptions): Segmenter {
  const resample = createResampler(rate);
  let filling = new Float32Array(FRAME_SAMPLES);
  let filled = 0;
  let noise: number | null = null;
  /** Before a phrase the last few, in one all of it. */
  let kept: Frame[] = [];
  let inPhrase = false;
  let quiet = 0;

  function handleFrame(frame: Frame) {
    kept.push(frame);
    if (!inPhrase) {
      const recent = kept.slice(-ONSET.of);
      if (recent.filter(({ loud }) => loud).length >= ONSET.loud) {
        inPhrase = true;
        quiet = 0;
        onSpeaking(true);
      } else if (kept.length > LEAD_IN_FRAMES + ONSET.of) kept.shift();
      return;
    }
    quiet = frame.loud ? 0 : quiet + 1;
    if (quiet >= PAUSE_FRAMES) return endPhrase(kept.length - PAUSE_FRAMES + TRAILING_FRAMES, []);
    if (kept.length >= MAX_PHRASE_FRAMES) {
      const from = kept.length - CUT_WINDOW_FRAMES;
      const softest = kept
        .slice(from)
        .reduce((at, one, index, all) => (one.level < (all[at]?.level ?? 1) ? index : at), 0);
      const at = from + softest + 1;
      endPhrase(at, kept.slice(at));
    }
  }

  /** Tells what is kept up to there. `rest`: the phrase goes on with it. */
  function endPhrase(upTo: number, rest: Frame[]) {
    const told = kept.slice(0, upTo);
    const ago = (kept.length - upTo) * 20;
    kept = rest;
    inPhrase = rest.length > 0;
    quiet = 0;
    if (!inPhrase) onSpeaking(false);
    if (told.filter(({ loud }) => loud).length >= MIN_LOUD_FRAMES) onSegment({ samples: toInt16(told), ago });
  }

  return {
    push(samples) {
      resample(samples, (sample) => {
        filling[filled] = sample;
        filled += 1;
        if (filled < FRAME_SAMPLES) return;
        const level = Math.sqrt(filling.reduce((sum, one) => sum + one * one, 0) / FRAME_SAMPLES);
        noise ??= level;
        const loud = level > Math.max(noise * SPEECH_TO_NOISE_RATIO, MIN_SPEECH_LEVEL);
        noise +=
          (level - noise) *
          (level < noise ? NOISE_ADAPTATION.down : inPhrase ? NOISE_ADAPTATION.upInPhrase : NOISE_ADAPTATION.up);
        handleFrame({ samples: filling, level, loud });
        filling = new Float32Array(FRAME_SAMPLES);
        filled = 0;
      });
    },
  };
}

/** To 16 kHz: each sample is the mean of what lies in its span, which also takes away what the new rate cannot hold. */
function createResampler(rate: number): (samples: Float32Array, give: (sample: number) => void) => void {
  const step = rate / SAMPLE_RATE_HZ;
  let sum = 0;
  /** How much of the present span is full, in samples that come in. */
  let held = 0;
  return (samples, give) => {
    for (const sample of samples) {
      let left = 1;
      while (held + left >= step) {
        const part = step - held;
        give((sum + sample * part) / step);
        left -= part;
        sum = 0;
        held = 0;
      }
      sum += sample * left;
      held += left;
    }
  };
}

function toInt16(told: readonly Frame[]): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(told.length * FRAME_SAMPLES);
  for (const [at, frame] of told.entries())
    for (const [index, sample] of frame.samples.entries())
      samples[at * FRAME_SAMPLES + index] = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
  return samples;
}
