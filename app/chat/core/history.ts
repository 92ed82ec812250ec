/** The pages of older lines of one call, newest first, one at a time. */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Line } from "#contracts/lines.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";

export type HistoryState =
  | { readonly name: "loading" }
  /** Waits for `loadOlder`. */
  | { readonly name: "more" }
  | { readonly name: "complete" }
  | { readonly name: "failed"; readonly error: Failure };

export interface History {
  /** Once: later calls come as changes. */
  begin(callId: string): void;
  /** The same promise while a page is under way. */
  loadOlder(): Promise<void>;
  close(): void;
}

export interface HistoryOptions {
  clock: Clock;
  read: (callId: string, before: number | null) => Promise<Result<{ lines: readonly Line[]; more: boolean }>>;
  heard: (lines: readonly Line[]) => void;
  became: (state: HistoryState) => void;
  /** Whether it is worth asking again without anybody's doing. */
  passing: (error: Failure) => boolean;
}

const AGAIN = 3_000;

export function createHistory({ clock, read, heard, became, passing }: HistoryOptions): History {
  let callId: string | null = null;
  let oldest: number | null = null;
  let underWay: Promise<void> | null = null;
  let complete = false;
  let closed = false;
  let cancelAgain: Cancel = () => {};

  function loadOlder(): Promise<void> {
    if (callId === null || closed || complete) return Promise.resolve();
    underWay ??= loadPage(callId).finally(() => {
      underWay = null;
    });
    return underWay;
  }

  async function loadPage(call: string): Promise<void> {
    cancelAgain();
    became({ name: "loading" });
    const page = await read(call, oldest);
    if (closed) return;
    if (!page.ok) {
      became({ name: "failed", error: page.error });
      if (passing(page.error)) cancelAgain = clock.after(AGAIN, () => void loadOlder());
      return;
    }
    oldest = page.value.lines[0]?.seq ?? oldest;
    complete = !page.value.more;
    heard(page.value.lines);
    became({ name: complete ? "complete" : "more" });
  }

  return {
    begin(call) {
      if (callId !== null) return;
      callId = call;
      void loadOlder();
    },
    loadOlder,
    close() {
      closed = true;
      cancelAgain();
    },
  };
}
