/** A call's written summary in a page: asked for where there is one to be had, looked for while it is made, in one's language. */

import { type ErrorCode, fail, isErrorCode, ok, type Result } from "#contracts/errors.ts";
import { functionState } from "#contracts/functionState.ts";
import type { Language } from "#contracts/languages.ts";
import { type ReadSummary, SUMMARY, type SummariseAnswer, summariseAnswer } from "#contracts/summary.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Rpc } from "../../platform/rpc.ts";
import type { Http } from "../../platform/rpcHttp.ts";
import { createStore, type Store } from "../../platform/store.ts";

const PATH = "/functions/v1/summarise";

/** What the page asks the edge function. */
export interface Summarise {
  /** Null: it cannot be asked. */
  isConfigured(): Promise<boolean | null>;
  ask(body: { call_id: string; language: Language | null; again: boolean }): Promise<Result<SummariseAnswer>>;
}

export const createSummarise = (http: Http): Summarise => ({
  async isConfigured() {
    const answer = await http.get(PATH);
    return answer.ok ? (functionState.safeParse(answer.value).data?.configured ?? null) : null;
  },
  async ask(body) {
    const answer = await http.post(PATH, body);
    if (!answer.ok) return answer;
    const parsed = summariseAnswer.safeParse(answer.value);
    return parsed.success ? ok(parsed.data) : fail("bug/unexpected", "summarise answered in another shape");
  },
});

export interface SummaryState {
  readonly read: ReadSummary;
  /** Of the translations in it; null: it is read as it was written. */
  readonly language: Language | null;
  /** Whether a summary can be had; null: not known. */
  readonly configured: boolean | null;
  /** What is under way. */
  readonly doing: "writing" | "translating" | null;
  /** Why the last try came to nothing. */
  readonly error: ErrorCode | null;
}

export interface WrittenSummary extends Store<SummaryState> {
  /** Asks for what is missing, once the call is over. The answer ends it: nothing more is asked for. */
  open(): () => void;
  /** In which language it is read; null: as it is. */
  choose(language: Language | null): Promise<void>;
  /** By a press: the first one of a call that goes on, another try; `again`: one of the lines as they are now. */
  write(again: boolean): Promise<void>;
}

export interface WrittenSummaryOptions {
  readonly callId: string;
  /** Still going on. */
  readonly live: boolean;
  /** That the call has. */
  readonly lines: number;
  readonly first: Pick<SummaryState, "read" | "language" | "configured">;
  readonly rpc: Rpc;
  readonly summarise: Summarise;
  readonly clock: Clock;
}

/** Milliseconds between two looks; and rounds in a row: of the writing, of the translation, should somebody else be at each. */
const LOOK_AFTER = 2_000;
const ROUNDS = 4;

export function createWrittenSummary(options: WrittenSummaryOptions): WrittenSummary {
  const { callId, live, lines, first, rpc, summarise, clock } = options;
  const state = createStore<SummaryState>({ ...first, doing: null, error: null });
  /** The one that was chosen last. */
  let { language } = first;
  let turn = 0;
  let closed = true;

  const change = (part: Partial<SummaryState>) => state.set({ ...state.getSnapshot(), ...part });
  const pause = () => new Promise<void>((done) => clock.after(LOOK_AFTER, done));

  async function look(isMine: () => boolean): Promise<ErrorCode | null> {
    const wanted = language;
    const answer = await rpc("read_summary", { call_id: callId, ...(wanted !== null && { language: wanted }) });
    if (!answer.ok) return answer.error.code;
    if (isMine()) change({ read: answer.value, language: wanted });
    return null;
  }

  /** Until nobody is at it any more, or nobody can be. */
  async function watch(isMine: () => boolean): Promise<void> {
    const until = clock.now() + SUMMARY.lease;
    do {
      await pause();
      if (isMine()) await look(isMine);
    } while (isMine() && clock.now() < until && isUnderWay(state.getSnapshot().read));
  }

  async function settle(by: "itself" | "a press", again = false): Promise<void> {
    turn += 1;
    const mine = turn;
    const isMine = () => !closed && mine === turn;
    const end = (reason: string | null) => {
      if (!isMine()) return;
      const { doing, read } = state.getSnapshot();
      // What was translated before stands.
      const stands = doing === "translating" && read.translation?.status === "again";
      change({ doing: null, error: reason !== null && isErrorCode(reason) && !stands ? reason : null });
    };
    const needed = () => neededOf(state.getSnapshot().read, lines, again);

    if (state.getSnapshot().language !== language) {
      const missed = await look(isMine);
      if (!isMine() || missed !== null) return void end(missed);
    }
    const { read, configured } = state.getSnapshot();
    if (configured === null && (needed() === "writing" || read.summary?.stale)) {
      const answer = await summarise.isConfigured();
      if (!isMine()) return;
      change({ configured: answer });
    }
    if (needed() === "writing" && (state.getSnapshot().configured !== true || (live && by === "itself"))) return;

    for (let round = 0; round < ROUNDS; round += 1) {
      const doing = needed();
      if (doing === null) return void end(null);
      change({ doing, error: null });
      const answer = await summarise.ask({ call_id: callId, language, again });
      if (!isMine()) return;
      if (!answer.ok) return void end(answer.error.code);
      if (answer.value.under_way) await watch(isMine);
      else await look(isMine);
      if (!isMine()) return;
      const reason = answer.value.reason ?? whyNot(state.getSnapshot().read, doing);
      if (reason !== null || !answer.value.under_way) return void end(reason);
      again = false;
    }
    end(needed() === "writing" ? "summary/unavailable" : "translate/unavailable");
  }

  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    open() {
      closed = false;
      void settle("itself");
      return () => {
        closed = true;
      };
    },
    choose(wanted) {
      language = wanted;
      change({ doing: null, error: null });
      return settle("itself");
    },
    write: (again) => settle("a press", again),
  };
}

const isUnderWay = ({ state, translation }: ReadSummary) => state === "claimed" || translation?.status === "claimed";

function neededOf({ summary, translation }: ReadSummary, lines: number, again: boolean): SummaryState["doing"] {
  if (summary === null) return lines >= SUMMARY.fewest ? "writing" : null;
  if (again) return "writing";
  return translation === null || translation.status === "ready" ? null : "translating";
}

/** A code of the catalogue; null: it is there, or nobody is at it yet. */
function whyNot({ state, reason, translation }: ReadSummary, did: "writing" | "translating"): string | null {
  if (did === "writing") return state === "failed" ? (reason ?? "summary/unavailable") : null;
  const isLost = translation?.status === "failed" || translation?.status === "unavailable";
  return isLost ? (translation.reason ?? "translate/unavailable") : null;
}
