/** What is heard of the microphone: how loud, whether somebody speaks, whether nothing comes at all. */
import type { Clock } from "../lib/clock.ts";
import { createStore, type Store } from "../lib/store.ts";
import { type AudioMeter, type CreateAudioMeter, createSilenceDetector, createSpeakingDetector } from "./audioMeter.ts";

export interface MicActivity {
  /** From 0 to 1. */
  readonly level: Store<number>;
  /** Listens to this track until `end`. */
  attach(track: MediaStreamTrack): void;
  /** The track is off and quiet by our own doing: that is no silence. */
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
  const speaking = createSpeakingDetector(clock, (now) => onChange({ speaking: now }));
  const silence = createSilenceDetector(clock, (now) => onChange({ silent: now }));
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
        speaking.heard(newLevel);
        silence.heard(newLevel);
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
