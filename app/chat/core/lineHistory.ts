/** Loads the older lines of one call page by page, from newest to oldest. */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Line } from "#contracts/lines.ts";
import type { Clock } from "../../lib/clock.ts";
import { createBackoff } from "../../lib/retry.ts";

export type LineHistoryState =
  | { readonly name: "loading" }
  /** There are more pages; `loadOlder` fetches the next. */
  | { readonly name: "more" }
  | { readonly name: "complete" }
  | { readonly name: "failed"; readonly error: Failure };

export interface LineHistory {
  /** Loads the first page. Later calls of `start` do nothing: a new call of the meeting arrives as changes. */
  start(callId: string): void;
  /** Returns the same promise while a page is in flight. */
  loadOlder(): Promise<void>;
  close(): void;
}

export interface LineHistoryOptions {
  clock: Clock;
  fetchPage: (callId: string, beforeSeq: number | null) => Promise<Result<{ lines: readonly Line[]; more: boolean }>>;
  onLines: (lines: readonly Line[]) => void;
  onStateChange: (state: LineHistoryState) => void;
  /** Whether the same request may succeed later. */
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
  const backoff = createBackoff(clock, [HISTORY_RETRY_MS]);
  let callId: string | null = null;
  let oldestSeq: number | null = null;
  let inFlight: Promise<void> | null = null;
  let complete = false;
  let closed = false;

  function loadOlder(): Promise<void> {
    if (callId === null || closed || complete) return Promise.resolve();
    inFlight ??= loadPage(callId).finally(() => {
      inFlight = null;
    });
    return inFlight;
  }

  async function loadPage(call: string): Promise<void> {
    backoff.cancel();
    onStateChange({ name: "loading" });
    const page = await fetchPage(call, oldestSeq);
    if (closed) return;
    if (!page.ok) {
      onStateChange({ name: "failed", error: page.error });
      if (isTransient(page.error)) backoff.schedule(() => void loadOlder());
      return;
    }
    oldestSeq = page.value.lines[0]?.seq ?? oldestSeq;
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
      backoff.cancel();
    },
  };
}
