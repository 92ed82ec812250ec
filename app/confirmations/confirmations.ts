/** The confirmations of a call, in the language of the reader. They load again whenever one of them changes. */
import type { ConfirmationAnswer } from "#contracts/confirmationAnswers.ts";
import type { CallConfirmations, Confirmation } from "#contracts/confirmations.ts";
import { ok, type Result } from "#contracts/errors.ts";
import type { LanguagePairs } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import { type Clock, createEarliestTimer } from "../lib/clock.ts";
import type { Rpc } from "../lib/rpc.ts";
import { createStore, type Store } from "../lib/store.ts";
import { type TranscriptLine, toTranscriptLine } from "../transcripts/transcriptLine.ts";
import type { TranslateLines } from "../translation/translateLines.ts";
import { createWordsTranslator } from "./core/wordsTranslator.ts";
import { readNextPage } from "./readCallConfirmations.ts";

export interface TaskDate {
  /** `2026-12-01`. */
  readonly dueOn: string | null;
  /** Milliseconds since the epoch. */
  readonly markedAt: number;
}

export interface ConfirmationsState {
  /** Oldest line first. */
  readonly confirmations: readonly Confirmation[];
  /** The lines that were put to everybody, with the questions and wordings about them. */
  readonly lines: ReadonlyMap<string, TranscriptLine>;
  /** Lines that were changed on this page, as they were after the change. */
  readonly changedLines: ReadonlyMap<string, TranscriptLine>;
  readonly taskDates: ReadonlyMap<string, TaskDate>;
  readonly mayAsk: boolean;
  /** False until the first response. */
  readonly loaded: boolean;
}

export interface AnswerWords {
  readonly text: string;
  readonly language: Language;
}

export interface Confirmations extends Store<ConfirmationsState> {
  /** Loads again soon. */
  refresh(): void;
  /** The language in which the reader reads. Null: originals. */
  setLanguage(language: Language | null): void;
  /** Errors: those of `ask_confirmation`. */
  ask(lineId: string): Promise<Result<null>>;
  /** `words`: the question or the own wording. Errors: those of `answer_confirmation`. */
  answer(
    { line_id, revision }: Pick<Confirmation, "line_id" | "revision">,
    answer: ConfirmationAnswer,
    words: AnswerWords | null,
  ): Promise<Result<null>>;
  /** Changes the text, which asks again. Errors: those of `correct_line`. */
  reword(line: Pick<TranscriptLine, "id" | "revision">, text: string): Promise<Result<null>>;
  setDone(line: TranscriptLine, done: boolean): Promise<Result<null>>;
  setOwner(line: TranscriptLine, owner: string | null): Promise<Result<null>>;
  /** `dueOn`: `2026-12-01`, or null. */
  setDue(lineId: string, dueOn: string | null): Promise<Result<null>>;
  close(): void;
}

export interface ConfirmationsOptions {
  /** Null outside of a call. */
  callId(): string | null;
  /** The user's id. */
  readonly me: string | null;
  readonly language: Language | null;
  readonly initial: CallConfirmations | null;
  readonly pairs: LanguagePairs;
  readonly rpc: Rpc;
  readonly translate: TranslateLines;
  readonly clock: Clock;
  newId(): string;
  /** Called with a line that was changed here. */
  onLineChanged?(line: Line): void;
}

/** One answer sends several events. */
const REFRESH_DELAY_MS = 150;
/** Changes of others wait this long for each page of the last read, so that nobody uses up the reads of others. */
const PAGE_INTERVAL_MS = 3_000;
/** The delay before a failed request is repeated. */
const RETRY_DELAY_MS = 5_000;

const EMPTY: ConfirmationsState = {
  confirmations: [],
  lines: new Map(),
  changedLines: new Map(),
  taskDates: new Map(),
  mayAsk: false,
  loaded: false,
};

export function toConfirmationsState(loaded: CallConfirmations): ConfirmationsState {
  const lines = loaded.lines.flatMap((line) => toTranscriptLine(line) ?? []);
  return {
    confirmations: loaded.confirmations,
    lines: new Map(lines.map((line) => [line.id, line])),
    changedLines: new Map(),
    taskDates: new Map(
      loaded.tasks.map(({ line_id, due_on, marked_at }) => [
        line_id,
        { dueOn: due_on, markedAt: Date.parse(marked_at) },
      ]),
    ),
    mayAsk: loaded.may_ask,
    loaded: true,
  };
}

export function createConfirmations(options: ConfirmationsOptions): Confirmations {
  const { rpc, clock, newId, initial, onLineChanged } = options;
  const store = createStore(initial === null ? EMPTY : toConfirmationsState(initial));
  const translator = createWordsTranslator({
    ...options,
    state: store.getSnapshot,
    onTranslated(translated) {
      const lines = new Map(store.getSnapshot().lines);
      for (const { id, revision, language, text } of translated) {
        const line = lines.get(id);
        if (line?.revision !== revision) continue;
        lines.set(id, { ...line, translations: { ...line.translations, [language]: text } });
      }
      store.set({ ...store.getSnapshot(), lines });
    },
    onClaimed: refresh,
  });
  /** Ids of words by their text, so that a repeated answer stores them once. */
  const wordIds = new Map<string, string>();
  const timer = createEarliestTimer(clock, () => void load());
  /** When the last read began. An own change waits for none. */
  let readAt = Number.NEGATIVE_INFINITY;
  let pagesRead = 0;
  /** The pages that were read before an error. The next attempt continues there. */
  let unfinished: { readonly callId: string; readonly read: CallConfirmations } | null = null;
  let loading = false;
  /** Something changed since the read began. */
  let isStale = false;
  let closed = false;

  function refresh(): void {
    isStale = true;
    refreshAfter(Math.max(REFRESH_DELAY_MS, readAt + PAGE_INTERVAL_MS * pagesRead - clock.now()));
  }

  function refreshAfter(delayMs: number): void {
    if (!closed && !loading) timer.after(delayMs);
  }

  async function load(): Promise<void> {
    const callId = options.callId();
    if (callId === null) return;
    let read = unfinished?.callId === callId ? unfinished.read : null;
    if (read === null) {
      isStale = false;
      readAt = clock.now();
      pagesRead = 0;
    }
    loading = true;
    let page: Result<CallConfirmations>;
    do {
      pagesRead += 1;
      page = await readNextPage(rpc, callId, read);
      if (page.ok) read = page.value;
    } while (page.ok && page.value.next !== null && !closed);
    loading = false;
    if (closed) return;
    if (!page.ok) {
      unfinished = read && { callId, read };
      if (page.error.code !== "meeting/not-entered") refreshAfter(RETRY_DELAY_MS);
      return;
    }
    unfinished = null;
    store.set(withKnownTranslations(toConfirmationsState(page.value), store.getSnapshot()));
    translator.update();
    if (isStale) refresh();
  }

  /** Applies a change of this page and loads what it changed. */
  function applied(result: Result<unknown>): Result<null> {
    readAt = Number.NEGATIVE_INFINITY;
    refresh();
    return result.ok ? ok(null) : result;
  }

  function appliedLine(result: Result<Line>): Result<null> {
    const line = result.ok ? toTranscriptLine(result.value) : null;
    if (result.ok) onLineChanged?.(result.value);
    if (line !== null) {
      const { changedLines, ...state } = store.getSnapshot();
      store.set({ ...state, changedLines: new Map(changedLines).set(line.id, line) });
    }
    return applied(result);
  }

  function idOf(key: string): string {
    const id = wordIds.get(key) ?? newId();
    wordIds.set(key, id);
    return id;
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    refresh,
    setLanguage: translator.setLanguage,
    ask: async (lineId) => applied(await rpc("ask_confirmation", { p_line_id: lineId })),
    async answer({ line_id, revision }, answer, words) {
      const reads = translator.language();
      return applied(
        await rpc("answer_confirmation", {
          ...{ p_line_id: line_id, p_revision: revision, p_answer: answer },
          ...(reads !== null && { p_reads: reads }),
          ...(words !== null && {
            p_words_id: idOf(`${line_id} ${revision} ${answer} ${words.language} ${words.text}`),
            p_language: words.language,
            p_text: words.text,
          }),
        }),
      );
    },
    reword: async ({ id, revision }, text) =>
      appliedLine(await rpc("correct_line", { p_line_id: id, p_revision: revision, p_text: text })),
    setDone: async ({ id, mark }, done) =>
      appliedLine(
        await rpc("mark_line", {
          ...{ p_line_id: id, p_kind: mark?.kind ?? "task", p_done: done },
          ...(mark?.who != null && { p_assignee_id: mark.who }),
        }),
      ),
    setOwner: async ({ id, mark }, owner) =>
      appliedLine(
        await rpc("mark_line", {
          ...{ p_line_id: id, p_kind: "task", p_done: mark?.done ?? false },
          ...(owner !== null && { p_assignee_id: owner }),
        }),
      ),
    setDue: async (lineId, dueOn) =>
      appliedLine(await rpc("set_task_due", { p_line_id: lineId, ...(dueOn !== null && { p_due_on: dueOn }) })),
    close() {
      closed = true;
      timer.cancel();
      translator.close();
    },
  };
}

/** Keeps translations of the same texts that arrived with a response and are not in the loaded lines yet. */
function withKnownTranslations(next: ConfirmationsState, known: ConfirmationsState): ConfirmationsState {
  const lines = new Map(
    [...next.lines].map(([id, line]) => {
      const before = known.lines.get(id);
      return before?.revision === line.revision
        ? [id, { ...line, translations: { ...before.translations, ...line.translations } }]
        : [id, line];
    }),
  );
  return { ...next, lines, changedLines: known.changedLines };
}

/** Returns the newest known state of a line, with all known translations of its text. */
export function newestLine(line: TranscriptLine, { lines, changedLines }: ConfirmationsState): TranscriptLine {
  const known = [line, lines.get(line.id), changedLines.get(line.id)].filter((found) => found !== undefined);
  const newest = known.reduce((a, b) => (b.changed > a.changed ? b : a));
  const translations = known.flatMap((found) => (found.revision === newest.revision ? [found.translations] : []));
  return { ...newest, translations: Object.assign({}, ...translations) };
}
