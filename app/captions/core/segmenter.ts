/**
 * Cuts a voice into phrases by its loudness above the room noise. Runs in an AudioWorklet, so it imports nothing and buffers
 * at most one phrase.
 */

/** Recognisers expect 16 kHz, one channel, 16 bits. */
export const SAMPLE_RATE_HZ = 16_000;
/** 20 ms. */
const FRAME_SAMPLES = SAMPLE_RATE_HZ / 50;
const frames = (milliseconds: number) => Math.round(milliseconds / 20);

/** Speech is louder than the noise by this factor, and at least `MIN_SPEECH_LEVEL` of full scale. */
const SPEECH_TO_NOISE_RATIO = 3;
const MIN_SPEECH_LEVEL = 0.006;
/**
 * Adaptation rates of the noise estimate: fast down, slow up, and hardly at all during a phrase, so that speech does not
 * count as noise. The first frame counts as noise.
 */
const NOISE_ADAPTATION = { down: 0.2, up: 0.005, upInPhrase: 0.0005 };
/** A phrase starts when 4 of the last 6 frames are loud. It includes the lead-in before them. */
const ONSET = { of: 6, loud: 4 };
const LEAD_IN_FRAMES = frames(300);
/** A pause that ends a phrase. The phrase keeps only its beginning. */
const PAUSE_FRAMES = frames(550);
const TRAILING_FRAMES = frames(200);
/** A shorter phrase is a click or a cough. */
const MIN_LOUD_FRAMES = frames(160);
/** A longer phrase is cut at the softest frame of the cut window. */
const MAX_PHRASE_FRAMES = frames(12_000);
const CUT_WINDOW_FRAMES = frames(2_500);

export interface Segment {
  readonly samples: Int16Array<ArrayBuffer>;
  /** Milliseconds since the end of the segment. */
  readonly ago: number;
}

export interface SegmenterOptions {
  /** Samples a second of the input. */
  readonly rate: number;
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
  /** The lead-in before a phrase, or the whole current phrase. */
  let buffered: Frame[] = [];
  let inPhrase = false;
  let quiet = 0;

  function handleFrame(frame: Frame) {
    buffered.push(frame);
    if (!inPhrase) {
      const recent = buffered.slice(-ONSET.of);
      if (recent.filter(({ loud }) => loud).length >= ONSET.loud) {
        inPhrase = true;
        quiet = 0;
        onSpeaking(true);
      } else if (buffered.length > LEAD_IN_FRAMES + ONSET.of) buffered.shift();
      return;
    }
    quiet = frame.loud ? 0 : quiet + 1;
    if (quiet >= PAUSE_FRAMES) return endPhrase(buffered.length - PAUSE_FRAMES + TRAILING_FRAMES, []);
    if (buffered.length >= MAX_PHRASE_FRAMES) {
      const from = buffered.length - CUT_WINDOW_FRAMES;
      const softest = buffered
        .slice(from)
        .reduce((at, { level }, index, all) => (level < (all[at]?.level ?? 1) ? index : at), 0);
      const at = from + softest + 1;
      endPhrase(at, buffered.slice(at));
    }
  }

  /** Emits the frames before `upTo`. `rest`: the frames that continue the phrase. */
  function endPhrase(upTo: number, rest: Frame[]) {
    const phrase = buffered.slice(0, upTo);
    const ago = (buffered.length - upTo) * 20;
    buffered = rest;
    inPhrase = rest.length > 0;
    quiet = 0;
    if (!inPhrase) onSpeaking(false);
    if (phrase.filter(({ loud }) => loud).length >= MIN_LOUD_FRAMES) onSegment({ samples: toInt16(phrase), ago });
  }

  return {
    push(samples) {
      resample(samples, (sample) => {
        filling[filled] = sample;
        filled += 1;
        if (filled < FRAME_SAMPLES) return;
        const level = Math.sqrt(filling.reduce((sum, value) => sum + value * value, 0) / FRAME_SAMPLES);
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

/** Resamples to 16 kHz. Each sample is the mean of its span, which also filters frequencies above the new rate. */
function createResampler(rate: number): (samples: Float32Array, emit: (sample: number) => void) => void {
  const step = rate / SAMPLE_RATE_HZ;
  let sum = 0;
  /** Filled part of the current span, in input samples. */
  let held = 0;
  return (samples, emit) => {
    for (const sample of samples) {
      let left = 1;
      while (held + left >= step) {
        const part = step - held;
        emit((sum + sample * part) / step);
        left -= part;
        sum = 0;
        held = 0;
      }
      sum += sample * left;
      held += left;
    }
  };
}

function toInt16(phrase: readonly Frame[]): Int16Array<ArrayBuffer> {
  const samples = new Int16Array(phrase.length * FRAME_SAMPLES);
  for (const [at, frame] of phrase.entries())
    for (const [index, sample] of frame.samples.entries())
      samples[at * FRAME_SAMPLES + index] = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
  return samples;
}
