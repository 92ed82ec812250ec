/** A call's summary by a language model: requested if a model is configured, polled, and translated for the reader. */

import { backendStatus } from "#contracts/backendStatus.ts";
import { type ErrorCode, fail, isErrorCode, ok, type Result } from "#contracts/errors.ts";
import { engineGap, type LanguagePairs } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import { SUMMARY, type SummariseResponse, type SummaryStatus, summariseResponse } from "#contracts/summary.ts";
import type { Clock } from "../../lib/clock.ts";
import { delay } from "../../lib/retry.ts";
import type { Rpc } from "../../lib/rpc.ts";
import { createStore, type Store } from "../../lib/store.ts";
import type { SupabaseHttp } from "../../lib/supabaseHttp.ts";

const SUMMARISE_PATH = "/functions/v1/summarise";

/** Client of the edge function `summarise`. */
export interface SummariseClient {
  /** Null: unknown, the request failed. */
  isConfigured(): Promise<boolean | null>;
  request(body: { call_id: string; language: Language | null; again: boolean }): Promise<Result<SummariseResponse>>;
}

export const createSummariseClient = (http: SupabaseHttp): SummariseClient => ({
  async isConfigured() {
    const response = await http.get(SUMMARISE_PATH);
    return response.ok ? (backendStatus.safeParse(response.value).data?.configured ?? null) : null;
  },
  async request(body) {
    const response = await http.post(SUMMARISE_PATH, body);
    if (!response.ok) return response;
    const parsed = summariseResponse.safeParse(response.value);
    return parsed.success ? ok(parsed.data) : fail("bug/unexpected", "summarise: response of another shape");
  },
});

export interface SummaryState {
  readonly read: SummaryStatus;
  /** Language of the translations in `read`; null: the original only. */
  readonly language: Language | null;
  /** Whether a model is configured; null: unknown. */
  readonly configured: boolean | null;
  /** The pending request. */
  readonly activity: "writing" | "translating" | null;
  /** Error of the last request. */
  readonly error: ErrorCode | null;
}

export interface GeneratedSummaryStore extends Store<SummaryState> {
  /** Requests the missing parts if the call is over. Returns a function that stops further requests. */
  start(): () => void;
  /** Sets the reader's language; null: the original. */
  setLanguage(language: Language | null): Promise<void>;
  /** Requests a summary at the user's click, also during the call. `regenerate`: a new summary of the current lines. */
  generate(regenerate: boolean): Promise<void>;
}

export interface GeneratedSummaryOptions {
  readonly callId: string;
  /** The call has not ended. */
  readonly live: boolean;
  /** Lines of the whole call. */
  readonly lineCount: number;
  readonly initial: Pick<SummaryState, "read" | "language" | "configured">;
  readonly rpc: Rpc;
  readonly summarise: SummariseClient;
  readonly pairs: LanguagePairs;
  readonly clock: Clock;
}

const SUMMARY_POLL_INTERVAL_MS = 2_000;
/** A request for writing and one for translating, each repeated once if another caller held the claim. */
const MAX_SUMMARY_ROUNDS = 4;

export function createGeneratedSummary(options: GeneratedSummaryOptions): GeneratedSummaryStore {
  const { callId, live, lineCount, initial, rpc, summarise, pairs, clock } = options;
  const state = createStore<SummaryState>({ ...initial, activity: null, error: null });
  /** The reader's choice. `state.language` follows when its translations have arrived. */
  let { language } = initial;
  let controller = new AbortController();
  let closed = true;

  const change = (part: Partial<SummaryState>) => state.set({ ...state.getSnapshot(), ...part });

  async function refresh(signal: AbortSignal): Promise<ErrorCode | null> {
    const requestedLanguage = language;
    const response = await rpc("read_summary", {
      p_call_id: callId,
      ...(requestedLanguage !== null && { p_language: requestedLanguage }),
    });
    if (!response.ok) return response.error.code;
    if (!signal.aborted) change({ read: response.value, language: requestedLanguage });
    return null;
  }

  /** Polls until no caller holds the claim, at most for the length of a lease. */
  async function pollWhileInProgress(signal: AbortSignal): Promise<void> {
    const until = clock.now() + SUMMARY.leaseMs;
    do {
      await delay(clock, SUMMARY_POLL_INTERVAL_MS, signal);
      if (!signal.aborted) await refresh(signal);
    } while (!signal.aborted && clock.now() < until && isInProgress(state.getSnapshot().read));
  }

  async function run(trigger: "automatic" | "user", regenerate = false): Promise<void> {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    if (closed) controller.abort();
    const finish = (reason: string | null) => {
      if (signal.aborted) return;
      const { activity, read } = state.getSnapshot();
      // A translation that only had to be renewed stays.
      const keepsPrevious = activity !== "writing" && read.translation?.status === "again";
      change({ activity: null, error: reason !== null && isErrorCode(reason) && !keepsPrevious ? reason : null });
    };
    const engineGapNow = () => {
      const { summary } = state.getSnapshot().read;
      return summary === null || language === null ? null : engineGap(pairs, summary.language, language);
    };
    const neededNow = () => neededActivity(state.getSnapshot().read, lineCount, regenerate);

    if (state.getSnapshot().language !== language) {
      const refreshError = await refresh(signal);
      if (signal.aborted || refreshError !== null) return void finish(refreshError);
    }
    const { configured, read } = state.getSnapshot();
    if (configured === null && (neededNow() === "writing" || read.summary?.stale)) {
      const isConfigured = await summarise.isConfigured();
      if (signal.aborted) return;
      change({ configured: isConfigured });
    }
    const mayWrite = state.getSnapshot().configured === true && !(live && trigger === "automatic");
    if (neededNow() === "writing" && !mayWrite) return;

    for (let round = 0; round < MAX_SUMMARY_ROUNDS; round += 1) {
      const activity = neededNow();
      if (activity === null) return void finish(null);
      const gap = activity === "translating" ? engineGapNow() : null;
      if (gap !== null) return void finish(gap);
      change({ activity, error: null });
      const response = await summarise.request({ call_id: callId, language, again: regenerate });
      if (signal.aborted) return;
      if (!response.ok) return void finish(response.error.code);
      if (response.value.under_way) await pollWhileInProgress(signal);
      else await refresh(signal);
      if (signal.aborted) return;
      const reason = response.value.reason ?? failureReason(state.getSnapshot().read, activity);
      if (reason !== null || !response.value.under_way) return void finish(reason);
      regenerate = false;
    }
    finish(neededNow() === "writing" ? "summary/unavailable" : "translate/unavailable");
  }

  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    start() {
      closed = false;
      void run("automatic");
      return () => {
        closed = true;
        controller.abort();
      };
    },
    setLanguage(next) {
      language = next;
      change({ activity: null, error: null });
      return run("automatic");
    },
    generate: (regenerate) => run("user", regenerate),
  };
}

const isInProgress = ({ state, translation }: SummaryStatus) =>
  state === "claimed" || translation?.status === "claimed";

function neededActivity(
  { summary, translation }: SummaryStatus,
  lineCount: number,
  regenerate: boolean,
): SummaryState["activity"] {
  if (summary === null) return lineCount >= SUMMARY.minLines ? "writing" : null;
  if (regenerate) return "writing";
  return translation === null || translation.status === "ready" ? null : "translating";
}

/** Returns an error code, or null if the activity succeeded or has not started. */
function failureReason(
  { state, reason, translation }: SummaryStatus,
  activity: "writing" | "translating",
): string | null {
  if (activity === "writing") return state === "failed" ? (reason ?? "summary/unavailable") : null;
  const isLost = translation?.status === "failed" || translation?.status === "unavailable";
  return isLost ? (translation.reason ?? "translate/unavailable") : null;
}
