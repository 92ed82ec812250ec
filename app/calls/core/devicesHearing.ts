/** What is heard of the microphone: how loud, whether somebody speaks, whether nothing comes at all. */
import type { Clock } from "../../platform/clock.ts";
import { createStore, type Store } from "../../platform/store.ts";
import { type MakeMeter, type Meter, silenceFrom, speakingFrom } from "./meter.ts";

export interface Hearing {
  /** From 0 to 1. */
  readonly level: Store<number>;
  /** Listens to this track until `end`. */
  begin(track: MediaStreamTrack): void;
  /** The track is off and quiet by our own doing: that is no silence. */
  pause(): void;
  resume(): void;
  end(): void;
}

export function createHearing(
  makeMeter: MakeMeter,
  clock: Clock,
  changed: (change: { speaking: boolean } | { silent: boolean }) => void,
): Hearing {
  const level = createStore(0);
  const speaking = speakingFrom(clock, (now) => changed({ speaking: now }));
  const silence = silenceFrom(clock, (now) => changed({ silent: now }));
  let meter: Meter | null = null;
  let paused = false;
  const pause = () => {
    paused = true;
    level.set(0);
    speaking.reset();
    silence.reset();
  };
  return {
    level,
    begin(track) {
      paused = false;
      meter = makeMeter(track, (loudness) => {
        if (paused) return;
        level.set(loudness);
        speaking.heard(loudness);
        silence.heard(loudness);
      });
    },
    pause,
    resume() {
      paused = false;
    },
    end() {
      meter?.close();
      meter = null;
      pause();
    },
  };
}
