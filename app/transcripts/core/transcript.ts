/** A call's lines in the browser: loaded page by page, changed by the user's corrections and marks. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import type { Clock } from "../../lib/clock.ts";
import { delay } from "../../lib/retry.ts";
import type { Rpc } from "../../lib/rpc.ts";
import { createStore, type Store } from "../../lib/store.ts";
import type { TranslateLines } from "../../translation/translateLines.ts";
import { createLineEditing, type LineEditing } from "../lineEditing.ts";
import { orderLines, type TranscriptLine, toTranscriptLine } from "../transcriptLine.ts";

export interface TranscriptState {
  /** As `orderLines` orders them. */
  readonly lines: readonly TranscriptLine[];
  /** Later lines are not loaded yet. */
  readonly hasMore: boolean;
  readonly loading: boolean;
  /** Why the last page failed. */
  readonly error: ErrorCode | null;
  /** Corrected lines that are being translated. */
  readonly translating: ReadonlySet<string>;
}

/** The translation of one revision of a line. */
export interface ReceivedTranslation {
  readonly revision: number;
  readonly text: string;
}

export interface Transcript extends Store<TranscriptState>, LineEditing {
  /** Loads all pages. After an error it continues with the failed page. */
  loadAll(): Promise<void>;
  /** Loads all pages. Returns a function that stops further requests. */
  start(): () => void;
  /** Stores translations by line id. A line with another revision is reloaded. */
  addTranslations(language: Language, translations: ReadonlyMap<string, ReceivedTranslation>): void;
}

/** Lines that the page was rendered with. */
export interface InitialLines {
  readonly lines: readonly TranscriptLine[];
  /** The `seq` of the last line, deleted lines included; null: the call has no lines. */
  readonly lastSeq: number | null;
  readonly hasMore: boolean;
}

export interface TranscriptOptions {
  readonly callId: string;
  readonly meetingId: string;
  readonly initial: InitialLines;
  readonly rpc: Rpc;
  readonly translate: TranslateLines;
  readonly clock: Clock;
  newId(): string;
}

/** A corrected line that another request has claimed is polled. */
const MAX_RETRANSLATION_POLLS = 5;
const RETRANSLATION_POLL_INTERVAL_MS = 2_000;

export function createTranscript(options: TranscriptOptions): Transcript {
  const { callId, meetingId, initial, rpc, translate, clock, newId } = options;
  const linesById = new Map(initial.lines.map((line) => [line.id, line]));
  const state = createStore<TranscriptState>({
    lines: orderLines(initial.lines),
    hasMore: initial.hasMore,
    loading: false,
    error: null,
    translating: new Set(),
  });
  let afterSeq = initial.lastSeq;
  let closed = false;

  const change = (part: Partial<TranscriptState>) => state.set({ ...state.getSnapshot(), ...part });

  /** Keeps the newer state of each line, in any order of arrival. */
  function mergeLines(lines: readonly Line[]): readonly TranscriptLine[] {
    for (const received of lines) {
      const line = toTranscriptLine(received);
      if (line === null) linesById.delete(received.id);
      else if ((linesById.get(line.id)?.changed ?? -1) <= line.changed) linesById.set(line.id, line);
    }
    return orderLines(linesById.values());
  }

  function setTranslating(id: string, active: boolean) {
    const next = new Set(state.getSnapshot().translating);
    if (active) next.add(id);
    else next.delete(id);
    change({ translating: next });
  }

  async function reloadLine({ id, seq }: Pick<Line, "id" | "seq">): Promise<void> {
    const page = await rpc("transcript", { p_call_id: callId, p_after_seq: seq - 1 });
    if (page.ok) change({ lines: mergeLines(page.value.lines.filter((line) => line.id === id)) });
  }

  /** Requests the translations of a corrected line. */
  async function retranslateLine(line: Line): Promise<void> {
    const { id } = line;
    setTranslating(id, true);
    for (let poll = 0; poll < MAX_RETRANSLATION_POLLS && !closed; poll += 1) {
      if (poll > 0) await delay(clock, RETRANSLATION_POLL_INTERVAL_MS);
      const response = await translate([id]);
      await reloadLine(line);
      // After a failure, the next reader in the meeting requests the translation.
      if (!response.ok || response.value.results.every(({ status }) => status !== "claimed")) break;
    }
    setTranslating(id, false);
  }

  function onLineChanged(line: Line, corrected: boolean) {
    change({ lines: mergeLines([line]) });
    if (corrected) void retranslateLine(line);
  }

  async function loadAll(): Promise<void> {
    if (state.getSnapshot().loading) return;
    change({ loading: true, error: null });
    for (let hasMore = true; hasMore && !closed; ) {
      const page = await rpc("transcript", { p_call_id: callId, p_after_seq: afterSeq ?? undefined });
      if (!page.ok) return change({ loading: false, error: page.error.code });
      afterSeq = page.value.lines.at(-1)?.seq ?? afterSeq;
      hasMore = page.value.more;
      change({ lines: mergeLines(page.value.lines), hasMore });
    }
    change({ loading: false });
  }

  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    loadAll,
    ...createLineEditing({ meetingId, rpc, newId, onLineChanged }),
    start() {
      closed = false;
      if (state.getSnapshot().hasMore) void loadAll();
      return () => {
        closed = true;
      };
    },
    addTranslations(language, translations) {
      for (const [id, { revision, text }] of translations) {
        const line = linesById.get(id);
        if (line?.revision === revision)
          linesById.set(id, { ...line, translations: { ...line.translations, [language]: text } });
        else if (line !== undefined) void reloadLine(line);
      }
      change({ lines: state.getSnapshot().lines.map((line) => linesById.get(line.id) ?? line) });
    },
  };
}
