/** Measures a track's level and derives from it whether somebody speaks or the microphone is silent. */
import type { Clock } from "../lib/clock.ts";

export interface AudioMeter {
  close(): void;
}

/** Calls `onLevel` about ten times a second with the level, root mean square from 0 to 1. */
export type CreateAudioMeter = (track: MediaStreamTrack, onLevel: (level: number) => void) => AudioMeter;

const METER_INTERVAL_MS = 100;

declare global {
  /** Not in TypeScript's DOM library yet. */
  interface AudioContextOptions {
    sinkId?: string | { type: "none" };
  }
}

/** Measures with an AnalyserNode. Without Web Audio it measures nothing. */
export const createBrowserAudioMeter =
  (clock: Clock): CreateAudioMeter =>
  (track, onLevel) => {
    if (!("AudioContext" in globalThis)) return { close() {} };
    // The context plays nothing, so it opens no speaker if the browser supports that. It is sampled ten times a second
    // only, so large buffers suffice, which cost less.
    const context = new AudioContext({ latencyHint: "playback", sinkId: { type: "none" } });
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const stopSampling = clock.every(METER_INTERVAL_MS, () => {
      // The context is suspended before the first click on the page. Its samples then do not mean silence.
      if (context.state !== "running") return void context.resume().catch(() => {});
      analyser.getFloatTimeDomainData(samples);
      onLevel(Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length));
    });
    return {
      close() {
        stopSampling();
        void context.close();
      },
    };
  };

/** Minimum level of speech. */
export const SPEAKING_LEVEL = 0.02;
/** Speech has pauses: speaking ends after this long below `SPEAKING_LEVEL`. */
export const SPEAKING_HOLD_MS = 600;

/** Calls `onChange` when speaking starts or ends. `reset` ends it at once. */
export function createSpeakingDetector(clock: Clock, onChange: (speaking: boolean) => void) {
  let speaking = false;
  let lastLoudAt = 0;
  const setSpeaking = (next: boolean) => {
    if (next === speaking) return;
    speaking = next;
    onChange(next);
  };
  return {
    update(level: number) {
      if (level >= SPEAKING_LEVEL) {
        lastLoudAt = clock.now();
        setSpeaking(true);
      } else if (clock.now() - lastLoudAt >= SPEAKING_HOLD_MS) setSpeaking(false);
    },
    reset: () => setSpeaking(false),
  };
}

/** Below this level there is not even background noise: −80 dB of full scale. */
export const SILENT_LEVEL = 0.0001;
/** A microphone counts as silent after this long below `SILENT_LEVEL`. */
export const SILENCE_TIMEOUT_MS = 5_000;

/** Calls `onChange` when silence starts or ends. `reset` restarts the measurement. */
export function createSilenceDetector(clock: Clock, onChange: (silent: boolean) => void) {
  let silent = false;
  let silentSince: number | null = null;
  const setSilent = (next: boolean) => {
    if (next === silent) return;
    silent = next;
    onChange(next);
  };
  const reset = () => {
    silentSince = null;
    setSilent(false);
  };
  return {
    update(level: number) {
      if (level >= SILENT_LEVEL) return reset();
      silentSince ??= clock.now();
      if (clock.now() - silentSince >= SILENCE_TIMEOUT_MS) setSilent(true);
    },
    reset,
  };
}
