/**
 * When this page asks the server for a translation. The author's page asks for its own new line at once; a reader's
 * page asks only for what did not come by itself, a few times, further and further apart, many lines in one request.
 */
import type { Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { TranslateAnswer } from "#contracts/translate.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";

/** Waits before the first and the later requests. */
export const ASK_AFTER = [LIMITS.readerPatience, 5_000, 15_000] as const;
/** Lines that fall due this close to each other go together. */
const TOGETHER = 100;
/** However often the engine is back, a line that failed is not asked for more often. */
const APART = ASK_AFTER[1];
/** A translation that the server has should have been heard by then. */
const HEARD_WITHIN = 1_000;

interface Ask {
  due: number;
  tries: number;
  /** When it was last asked for. */
  asked: number;
  /** Its request is under way. */
  asking: boolean;
}

export interface Asks {
  /** These lines, and no others, wait for a translation into what this person reads. */
  want(lineIds: ReadonlySet<string>): void;
  /** Asks now, once, for others to read. */
  askForOthers(lineId: string): void;
  /** Somebody's request failed for this line: no need to wait until its lease would end. */
  othersFailed(lineId: string): void;
  /** All start anew: another language is read, or the network is back. */
  restart(): void;
  /** Something else was just translated: those that failed may go through now. */
  engineIsBack(): void;
  close(): void;
}

export interface AsksOptions {
  clock: Clock;
  reads: () => Language;
  ask: (lineIds: readonly string[]) => Promise<Result<TranslateAnswer>>;
  /** Why a line has no translation; a later request may still bring one. */
  failed: (lineId: string, code: string | null) => void;
  /** The server has translations that were not heard here. */
  missed: () => void;
  /** Before the first request: what is new is mostly asked for by its author's page. */
  patience?: number;
}

export function createAsks({ clock, reads, ask, failed, missed, patience = ASK_AFTER[0] }: AsksOptions): Asks {
  const asks = new Map<string, Ask>();
  let cancelTimer: Cancel | null = null;
  let closed = false;

  function schedule() {
    cancelTimer?.();
    cancelTimer = null;
    const due = Math.min(...[...asks.values()].map((one) => one.due));
    if (closed || due === Number.POSITIVE_INFINITY) return;
    cancelTimer = clock.after(Math.max(0, due - clock.now()), () => {
      cancelTimer = null;
      const ids = [...asks].filter(([, one]) => one.due <= clock.now() + TOGETHER).map(([id]) => id);
      for (let at = 0; at < ids.length; at += LIMITS.translateBatch)
        void request(ids.slice(at, at + LIMITS.translateBatch));
      schedule();
    });
  }

  async function request(ids: readonly string[]): Promise<void> {
    const batch = ids.flatMap((id) => {
      const one = asks.get(id);
      if (one === undefined) return [];
      one.tries += 1;
      one.due = Number.POSITIVE_INFINITY;
      one.asked = clock.now();
      one.asking = true;
      return [{ id, one }];
    });
    const answer = await ask(ids);
    if (closed) return;
    let unheard = false;
    for (const { id, one } of batch) {
      one.asking = false;
      if (asks.get(id) !== one) continue;
      const found = answer.ok
        ? answer.value.results.find(({ line_id, language }) => line_id === id && language === reads())
        : undefined;
      const status = found?.status ?? "failed";
      switch (status) {
        case "ready":
          unheard = true;
          again(one, HEARD_WITHIN);
          break;
        case "claimed":
          // Somebody's request is at it until its lease ends; the server counts how often that may fail.
          one.due = clock.now() + LIMITS.translateLease;
          break;
        case "unavailable":
          failed(id, found?.reason ?? null);
          break;
        case "failed":
          failed(id, answer.ok ? (found?.reason ?? null) : answer.error.code);
          again(one, ASK_AFTER[one.tries] ?? null);
          break;
        default:
          status satisfies never;
      }
    }
    schedule();
    if (unheard) missed();
  }

  /** The last request that brought nothing ends it. */
  function again(one: Ask, wait: number | null) {
    one.due = wait === null || one.tries >= ASK_AFTER.length ? Number.POSITIVE_INFINITY : clock.now() + wait;
  }

  return {
    want(lineIds) {
      let changed = false;
      for (const id of asks.keys()) if (!lineIds.has(id)) changed = asks.delete(id);
      for (const id of lineIds) {
        if (asks.has(id)) continue;
        asks.set(id, { due: clock.now() + patience, tries: 0, asked: Number.NEGATIVE_INFINITY, asking: false });
        changed = true;
      }
      if (changed) schedule();
    },
    askForOthers(lineId) {
      // Should it fail, the readers ask for themselves.
      void ask([lineId]);
    },
    othersFailed(lineId) {
      const one = asks.get(lineId);
      // A request of this page's own that is under way tells by its answer.
      if (one === undefined || one.asking || one.due === Number.POSITIVE_INFINITY) return;
      one.due = Math.min(one.due, clock.now() + (ASK_AFTER[one.tries] ?? Number.POSITIVE_INFINITY));
      schedule();
    },
    restart() {
      for (const one of asks.values()) {
        one.tries = 0;
        one.due = clock.now() + patience;
      }
      schedule();
    },
    engineIsBack() {
      for (const one of asks.values()) {
        if (one.tries === 0) continue;
        one.tries = 0;
        // Never later than it was due: where the engine is back with every line, nothing would come to be asked for.
        if (!one.asking) one.due = Math.min(one.due, Math.max(clock.now() + patience, one.asked + APART));
      }
      schedule();
    },
    close() {
      closed = true;
      cancelTimer?.();
    },
  };
}
