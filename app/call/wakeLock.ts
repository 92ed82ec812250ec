/** Keeps the screen awake during a call. The system releases a lock when the page is hidden, so it is requested again. */
import type { Cancel } from "../lib/clock.ts";

/** The used part of `navigator.wakeLock`. */
export interface WakeLockSource {
  request(type: "screen"): Promise<{ release(): Promise<void> }>;
}

export interface WakeLockPage {
  isVisible(): boolean;
  onVisibilityChange(changed: () => void): Cancel;
}

export interface WakeLock {
  /** Call it with each change. */
  setInCall(inCall: boolean): void;
  close(): void;
}

export function createWakeLock(source: WakeLockSource | undefined, page: WakeLockPage): WakeLock {
  let wanted = false;
  /** Increments when an earlier lock is lost or no longer wanted. */
  let version = 0;
  let release: (() => void) | null = null;

  async function acquire(): Promise<void> {
    if (source === undefined || !wanted || !page.isVisible()) return;
    version += 1;
    const requested = version;
    // A system that saves energy may deny it.
    const lock = await source.request("screen").catch(() => null);
    if (lock === null) return;
    const releaseLock = () => void lock.release().catch(() => {});
    if (requested === version) release = releaseLock;
    else releaseLock();
  }

  function drop(): void {
    version += 1;
    release?.();
    release = null;
  }

  const stopWatching = page.onVisibilityChange(() => {
    drop();
    void acquire();
  });

  return {
    setInCall(inCall) {
      if (inCall === wanted) return;
      wanted = inCall;
      if (inCall) void acquire();
      else drop();
    },
    close() {
      wanted = false;
      stopWatching();
      drop();
    },
  };
}
