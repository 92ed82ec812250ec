/** Level of the microphone, whether somebody speaks, and whether the microphone is silent. */
import type { Clock } from "../lib/clock.ts";
import { createStore, type Store } from "../lib/store.ts";
import { type AudioMeter, type CreateAudioMeter, createSilenceDetector, createSpeakingDetector } from "./audioMeter.ts";

export interface MicActivity {
  /** From 0 to 1. */
  readonly level: Store<number>;
  /** Measures this track until `detach`. */
  attach(track: MediaStreamTrack): void;
  /** The microphone was turned off, which does not count as silence. */
  pause(): void;
  resume(): void;
  detach(): void;
}

export function createMicActivity(
  createMeter: CreateAudioMeter,
  clock: Clock,
  onChange: (change: { speaking: boolean } | { silent: boolean }) => void,
): MicActivity {
  const level = createStore(0);
  const speaking = createSpeakingDetector(clock, (value) => onChange({ speaking: value }));
  const silence = createSilenceDetector(clock, (value) => onChange({ silent: value }));
  let meter: AudioMeter | null = null;
  let paused = false;
  const pause = () => {
    paused = true;
    level.set(0);
    speaking.reset();
    silence.reset();
  };
  return {
    level,
    attach(track) {
      paused = false;
      meter = createMeter(track, (newLevel) => {
        if (paused) return;
        level.set(newLevel);
        speaking.update(newLevel);
        silence.update(newLevel);
      });
    },
    pause,
    resume() {
      paused = false;
    },
    detach() {
      meter?.close();
      meter = null;
      pause();
    },
  };
}
