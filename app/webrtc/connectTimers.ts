/** The times within which a connection must be up. */
import type { Cancel, Clock } from "../lib/clock.ts";

export const CONNECT_WARNING_MS = 15_000;
/** A connection that neither connects nor fails counts as failed. */
export const CONNECT_TIMEOUT_MS = 30_000;

export interface ConnectTimers {
  /** Starts both times from now. */
  start(): void;
  /** Starts only the timeout from now. */
  restartTimeout(): void;
  cancel(): void;
}

export function createConnectTimers(clock: Clock, onWarning: () => void, onTimeout: () => void): ConnectTimers {
  let cancelWarning: Cancel = () => {};
  let cancelTimeout: Cancel = () => {};

  function restartTimeout() {
    cancelTimeout();
    cancelTimeout = clock.after(CONNECT_TIMEOUT_MS, onTimeout);
  }

  return {
    start() {
      cancelWarning();
      cancelWarning = clock.after(CONNECT_WARNING_MS, onWarning);
      restartTimeout();
    },
    restartTimeout,
    cancel() {
      cancelWarning();
      cancelTimeout();
    },
  };
}
