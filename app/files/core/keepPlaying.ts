/** Keeps a player of a shared file going: its signed address expires after a minute. */
import type { Cancel } from "../../lib/clock.ts";

/** The parts of an `HTMLMediaElement` that are used. */
export interface Player
  extends Pick<HTMLMediaElement, "currentTime" | "paused" | "preload" | "load" | "play">,
    Pick<EventTarget, "addEventListener" | "removeEventListener"> {}

/** Playing for so long shows that an address works. */
const PROGRESS_SECONDS = 1;

/**
 * After an error, loads the file again, which requests a new address, and continues at the same position. `onBroken`: the
 * file cannot be played, or a new address failed at once.
 */
export function keepPlaying(player: Player, onBroken: () => void): Cancel {
  let hasLoaded = false;
  /** The position and whether it was playing, from an error until the file has loaded again. */
  let resume: { at: number; playing: boolean } | null = null;
  /** Where the last new address was requested. */
  let renewedAt: number | null = null;

  const handlers = {
    error() {
      if (!hasLoaded || resume !== null || renewedAt !== null) return onBroken();
      renewedAt = player.currentTime;
      resume = { at: player.currentTime, playing: !player.paused };
      player.preload = "metadata";
      player.load();
    },
    loadedmetadata() {
      hasLoaded = true;
      if (resume === null) return;
      const { at, playing } = resume;
      resume = null;
      player.currentTime = at;
      // A browser may require another click.
      if (playing) void player.play().catch(() => {});
    },
    timeupdate() {
      if (renewedAt !== null && player.currentTime > renewedAt + PROGRESS_SECONDS) renewedAt = null;
    },
  };
  for (const [name, handler] of Object.entries(handlers)) player.addEventListener(name, handler);
  return () => {
    for (const [name, handler] of Object.entries(handlers)) player.removeEventListener(name, handler);
  };
}
