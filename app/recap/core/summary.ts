/** A call's written summary in a page: asked for where there is one to be had, looked for while it is made, in one's language. */

import { backendStatus } from "#contracts/backendStatus.ts";
import { type ErrorCode, fail, isErrorCode, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { SUMMARY, type SummariseResponse, type SummaryStatus, summariseResponse } from "#contracts/summary.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Rpc } from "../../lib/rpc.ts";
import { createStore, type Store } from "../../lib/store.ts";
import type { SupabaseHttp } from "../../lib/supabaseHttp.ts";

const SUMMARISE_PATH = "/functions/v1/summarise";

/** What the page asks the edge function. */
export interface SummariseClient {
  /** Null: it cannot be asked. */
  isConfigured(): Promise<boolean | null>;
  request(body: { call_id: string; language: Language | null; again: boolean }): Promise<Result<SummariseResponse>>;
}

export const createSummariseClient = (http: SupabaseHttp): SummariseClient => ({
  async isConfigured() {
    const answer = await http.get(SUMMARISE_PATH);
    return answer.ok ? (backendStatus.safeParse(answer.value).data?.configured ?? null) : null;
  },
  async request(body) {
    const answer = await http.post(SUMMARISE_PATH, body);
    if (!answer.ok) return answer;
    const parsed = summariseResponse.safeParse(answer.value);
    return parsed.success ? ok(parsed.data) : fail("bug/unexpected", "summarise answered in another shape");
  },
});

export interface SummaryState {
  readonly read: SummaryStatus;
  /** Of the translations in it; null: it is read as it was written. */
  readonly language: Language | null;
  /** Whether a summary can be had; null: not known. */
  readonly configured: boolean | null;
  /** What is under way. */
  readonly activity: "writing" | "translating" | null;
  /** Why the last try came to nothing. */
  readonly error: ErrorCode | null;
}

export interface GeneratedSummaryStore extends Store<SummaryState> {
  /** Asks for what is missing, once the call is over. The answer ends it: nothing more is asked for. */
  start(): () => void;
  /** In which language it is read; null: as it is. */
  setLanguage(language: Language | null): Promise<void>;
  /** By a press: the first one of a call that goes on, another try; `again`: one of the lines as they are now. */
  generate(again: boolean): Promise<void>;
}

export interface GeneratedSummaryOptions {
  readonly callId: string;
  /** Still going on. */
  readonly live: boolean;
  /** That the call has. */
  readonly lineCount: number;
  readonly initial: Pick<SummaryState, "read" | "language" | "configured">;
  readonly rpc: Rpc;
  readonly summarise: SummariseClient;
  readonly clock: Clock;
}

/** Milliseconds between two looks; and rounds in a row: of the writing, of the translation, should somebody else be at each. */
const SUMMARY_POLL_INTERVAL_MS = 2_000;
const MAX_SUMMARY_ROUNDS = 4;

export function createGeneratedSummary(options: GeneratedSummaryOptions): GeneratedSummaryStore {
  const { callId, live, lineCount, initial, rpc, summarise, clock } = options;
  const state = createStore<SummaryState>({ ...initial, activity: null, error: null });
  /** The one that was chosen last. */
  let { language } = initial;
  let runId = 0;
  let closed = true;

  const change = (part: Partial<SummaryState>) => state.set({ ...state.getSnapshot(), ...part });
  const waitForNextPoll = () => new Promise<void>((done) => clock.after(SUMMARY_POLL_INTERVAL_MS, done));

  async function refresh(isCurrent: () => boolean): Promise<ErrorCode | null> {
    const requestedLanguage = language;
    const response = await rpc("read_summary", {
      p_call_id: callId,
      ...(requestedLanguage !== null && { p_language: requestedLanguage }),
    });
    if (!response.ok) return response.error.code;
    if (isCurrent()) change({ read: response.value, language: requestedLanguage });
    return null;
  }

  /** Until nobody is at it any more, or nobody can be. */
  async function pollWhileInProgress(isCurrent: () => boolean): Promise<void> {
    const until = clock.now() + SUMMARY.lease;
    do {
      await waitForNextPoll();
      if (isCurrent()) await refresh(isCurrent);
    } while (isCurrent() && clock.now() < until && isInProgress(state.getSnapshot().read));
  }

  async function run(trigger: "itself" | "a press", regenerate = false): Promise<void> {
    runId += 1;
    const ownRunId = runId;
    const isCurrent = () => !closed && ownRunId === runId;
    const finish = (reason: string | null) => {
      if (!isCurrent()) return;
      const { activity, read } = state.getSnapshot();
      // What was translated before stands.
      const keepsPrevious = activity === "translating" && read.translation?.status === "again";
      change({ activity: null, error: reason !== null && isErrorCode(reason) && !keepsPrevious ? reason : null });
    };
    const neededNow = () => neededActivity(state.getSnapshot().read, lineCount, regenerate);

    if (state.getSnapshot().language !== language) {
      const refreshError = await refresh(isCurrent);
      if (!isCurrent() || refreshError !== null) return void finish(refreshError);
    }
    const { read, configured } = state.getSnapshot();
    if (configured === null && (neededNow() === "writing" || read.summary?.stale)) {
      const answer = await summarise.isConfigured();
      if (!isCurrent()) return;
      change({ configured: answer });
    }
    if (neededNow() === "writing" && (state.getSnapshot().configured !== true || (live && trigger === "itself")))
      return;

    for (let round = 0; round < MAX_SUMMARY_ROUNDS; round += 1) {
      const activity = neededNow();
      if (activity === null) return void finish(null);
      change({ activity, error: null });
      const answer = await summarise.request({ call_id: callId, language, again: regenerate });
      if (!isCurrent()) return;
      if (!answer.ok) return void finish(answer.error.code);
      if (answer.value.under_way) await pollWhileInProgress(isCurrent);
      else await refresh(isCurrent);
      if (!isCurrent()) return;
      const reason = answer.value.reason ?? failureReason(state.getSnapshot().read, activity);
      if (reason !== null || !answer.value.under_way) return void finish(reason);
      regenerate = false;
    }
    finish(neededNow() === "writing" ? "summary/unavailable" : "translate/unavailable");
  }

  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    start() {
      closed = false;
      void run("itself");
      return () => {
        closed = true;
      };
    },
    setLanguage(wanted) {
      language = wanted;
      change({ activity: null, error: null });
      return run("itself");
    },
    generate: (again) => run("a press", again),
  };
}

const isInProgress = ({ state, translation }: SummaryStatus) =>
  state === "claimed" || translation?.status === "claimed";

function neededActivity(
  { summary, translation }: SummaryStatus,
  lineCount: number,
  regenerate: boolean,
): SummaryState["activity"] {
  if (summary === null) return lineCount >= SUMMARY.fewest ? "writing" : null;
  if (regenerate) return "writing";
  return translation === null || translation.status === "ready" ? null : "translating";
}

/** A code of the catalogue; null: it is there, or nobody is at it yet. */
function failureReason(
  { state, reason, translation }: SummaryStatus,
  activity: "writing" | "translating",
): string | null {
  if (activity === "writing") return state === "failed" ? (reason ?? "summary/unavailable") : null;
  const isLost = translation?.status === "failed" || translation?.status === "unavailable";
  return isLost ? (translation.reason ?? "translate/unavailable") : null;
}
