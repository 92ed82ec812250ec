/** How loud a track is, measured where the browser hears it. */
import type { Clock } from "../../platform/clock.ts";

export interface Meter {
  close(): void;
}

/** Calls `heard` about ten times a second with the level, root mean square from 0 to 1. */
export type MakeMeter = (track: MediaStreamTrack, heard: (level: number) => void) => Meter;

const INTERVAL = 100;

declare global {
  /** Not in TypeScript's DOM library yet. */
  interface AudioContextOptions {
    sinkId?: string | { type: "none" };
  }
}

/** By an AnalyserNode. Without Web Audio it measures nothing. */
export const browserMeter =
  (clock: Clock): MakeMeter =>
  (track, heard) => {
    if (!("AudioContext" in globalThis)) return { close() {} };
    // Nothing of it is heard, so it takes no speaker where a browser can do without; and it is looked at ten times a
    // second: it may come in large pieces, which cost less.
    const context = new AudioContext({ latencyHint: "playback", sinkId: { type: "none" } });
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const end = clock.every(INTERVAL, () => {
      // A page that was never pressed starts with its context suspended: what it reads then is no silence.
      if (context.state !== "running") return void context.resume().catch(() => {});
      analyser.getFloatTimeDomainData(samples);
      heard(Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length));
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
export const SPEAKING_HOLD = 600;

/** Turns levels into speaking or not. Calls `changed` at changes only; `reset` makes it quiet at once. */
export function speakingFrom(clock: Clock, changed: (speaking: boolean) => void) {
  let speaking = false;
  let lastLoud = 0;
  const become = (next: boolean) => {
    if (next === speaking) return;
    speaking = next;
    changed(next);
  };
  return {
    heard(level: number) {
      if (level >= SPEAKING_LEVEL) {
        lastLoud = clock.now();
        become(true);
      } else if (clock.now() - lastLoud >= SPEAKING_HOLD) become(false);
    },
    reset: () => become(false),
  };
}

/** Below this nothing arrives at all, not even the noise of a room: −80 dB of full scale. */
export const SILENT_LEVEL = 0.0001;
/** A microphone from which nothing came for so long is said to be silent, in milliseconds. */
export const SILENT_AFTER = 5_000;

/** Turns levels into silent or not. Calls `changed` at changes only; `reset` begins to listen anew. */
export function silenceFrom(clock: Clock, changed: (silent: boolean) => void) {
  let silent = false;
  let since: number | null = null;
  const become = (next: boolean) => {
    if (next === silent) return;
    silent = next;
    changed(next);
  };
  const reset = () => {
    since = null;
    become(false);
  };
  return {
    heard(level: number) {
      if (level >= SILENT_LEVEL) return reset();
      since ??= clock.now();
      if (clock.now() - since >= SILENT_AFTER) become(true);
    },
    reset,
  };
}
