/** How loud a track is, measured where the browser hears it. */
import type { Clock } from "../lib/clock.ts";

export interface AudioMeter {
  close(): void;
}

/** Calls `heard` about ten times a second with the level, root mean square from 0 to 1. */
export type CreateAudioMeter = (track: MediaStreamTrack, heard: (level: number) => void) => AudioMeter;

const METER_INTERVAL_MS = 100;

declare global {
  /** Not in TypeScript's DOM library yet. */
  interface AudioContextOptions {
    sinkId?: string | { type: "none" };
  }
}

/** By an AnalyserNode. Without Web Audio it measures nothing. */
export const createBrowserAudioMeter =
  (clock: Clock): CreateAudioMeter =>
  (track, onLevel) => {
    if (!("AudioContext" in globalThis)) return { close() {} };
    // Nothing of it is heard, so it takes no speaker where a browser can do without; and it is looked at ten times a
    // second: it may come in large pieces, which cost less.
    const context = new AudioContext({ latencyHint: "playback", sinkId: { type: "none" } });
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const end = clock.every(METER_INTERVAL_MS, () => {
      // A page that was never pressed starts with its context suspended: what it reads then is no silence.
      if (context.state !== "running") return void context.resume().catch(() => {});
      analyser.getFloatTimeDomainData(samples);
      onLevel(Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length));
    });
    return {
      close() {
        end();
        void context.close();
      },
    };
  };

/** Louder than this is speech, or at least meant to be heard. */
export const SPEAKING_LEVEL = 0.02;
/** Speech has pauses: it ends after this much quiet, in milliseconds. */
export const SPEAKING_HOLD_MS = 600;

/** Turns levels into speaking or not. Calls `changed` at changes only; `reset` makes it quiet at once. */
export function createSpeakingDetector(clock: Clock, onChange: (speaking: boolean) => void) {
  let speaking = false;
  let lastLoud = 0;
  const setSpeaking = (next: boolean) => {
    if (next === speaking) return;
    speaking = next;
    onChange(next);
  };
  return {
    heard(level: number) {
      if (level >= SPEAKING_LEVEL) {
        lastLoud = clock.now();
        setSpeaking(true);
      } else if (clock.now() - lastLoud >= SPEAKING_HOLD_MS) setSpeaking(false);
    },
    reset: () => setSpeaking(false),
  };
}

/** Below this nothing arrives at all, not even the noise of a room: −80 dB of full scale. */
export const SILENT_LEVEL = 0.0001;
/** A microphone from which nothing came for so long is said to be silent, in milliseconds. */
export const SILENCE_TIMEOUT_MS = 5_000;

/** Turns levels into silent or not. Calls `changed` at changes only; `reset` begins to listen anew. */
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
    heard(level: number) {
      if (level >= SILENT_LEVEL) return reset();
      silentSince ??= clock.now();
      if (clock.now() - silentSince >= SILENCE_TIMEOUT_MS) setSilent(true);
    },
    reset,
  };
}
