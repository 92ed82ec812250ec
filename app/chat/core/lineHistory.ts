/** The pages of older lines of one call, newest first, one at a time. */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Line } from "#contracts/lines.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";

export type LineHistoryState =
  | { readonly name: "loading" }
  /** Waits for `loadOlder`. */
  | { readonly name: "more" }
  | { readonly name: "complete" }
  | { readonly name: "failed"; readonly error: Failure };

export interface LineHistory {
  /** Once: later calls come as changes. */
  start(callId: string): void;
  /** The same promise while a page is under way. */
  loadOlder(): Promise<void>;
  close(): void;
}

export interface LineHistoryOptions {
  clock: Clock;
  fetchPage: (callId: string, before: number | null) => Promise<Result<{ lines: readonly Line[]; more: boolean }>>;
  onLines: (lines: readonly Line[]) => void;
  onStateChange: (state: LineHistoryState) => void;
  /** Whether it is worth asking again without anybody's doing. */
  isTransient: (error: Failure) => boolean;
}

const HISTORY_RETRY_MS = 3_000;

export function createLineHistory({
  clock,
  fetchPage,
  onLines,
  onStateChange,
  isTransient,
}: LineHistoryOptions): LineHistory {
  let callId: string | null = null;
  let oldest: number | null = null;
  let inFlight: Promise<void> | null = null;
  let complete = false;
  let closed = false;
  let cancelRetry: Cancel = () => {};

  function loadOlder(): Promise<void> {
    if (callId === null || closed || complete) return Promise.resolve();
    inFlight ??= loadPage(callId).finally(() => {
      inFlight = null;
    });
    return inFlight;
  }

  async function loadPage(call: string): Promise<void> {
    cancelRetry();
    onStateChange({ name: "loading" });
    const page = await fetchPage(call, oldest);
    if (closed) return;
    if (!page.ok) {
      onStateChange({ name: "failed", error: page.error });
      if (isTransient(page.error)) cancelRetry = clock.after(HISTORY_RETRY_MS, () => void loadOlder());
      return;
    }
    oldest = page.value.lines[0]?.seq ?? oldest;
    complete = !page.value.more;
    onLines(page.value.lines);
    onStateChange({ name: complete ? "complete" : "more" });
  }

  return {
    start(call) {
      if (callId !== null) return;
      callId = call;
      void loadOlder();
    },
    loadOlder,
    close() {
      closed = true;
      cancelRetry();
    },
  };
}
