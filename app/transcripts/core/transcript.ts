/** A call's lines in a page: they come page after page, and change by this person's corrections and marks. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line } from "#contracts/lines.ts";
import type { Translate } from "../../languages/core/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Rpc } from "../../platform/rpc.ts";
import { createStore, type Store } from "../../platform/store.ts";
import { inTime, lineOf, type TranscriptLine } from "./line.ts";
import { createLineWork, type LineWork } from "./lineWork.ts";

export interface TranscriptState {
  /** In time. */
  readonly lines: readonly TranscriptLine[];
  /** There are later ones that are not here yet. */
  readonly more: boolean;
  readonly loading: boolean;
  /** Why the last page did not come. */
  readonly error: ErrorCode | null;
  /** Lines whose new words are on their way to the other languages. */
  readonly translating: ReadonlySet<string>;
}

/** `text`: of this revision of a line. */
export interface Made {
  readonly revision: number;
  readonly text: string;
}

export interface Transcript extends Store<TranscriptState>, LineWork {
  /** All that there is, page after page. Again after an error: where it stopped. */
  load(): Promise<void>;
  /** Asks for all that there is. The answer ends it: nothing more is asked for. */
  open(): () => void;
  /** What lines, by id, are in another language; of a wording that is not the one here, the line is read again. */
  put(language: Language, made: ReadonlyMap<string, Made>): void;
}

/** What the server showed first. */
export interface FirstLines {
  readonly lines: readonly TranscriptLine[];
  /** The `seq` of the last line that was read, one that is not shown among them; null: there was none. */
  readonly after: number | null;
  readonly more: boolean;
}

export interface TranscriptOptions {
  readonly callId: string;
  readonly meetingId: string;
  readonly first: FirstLines;
  readonly rpc: Rpc;
  readonly translate: Translate;
  readonly clock: Clock;
  newId(): string;
}

/** A line that somebody else's request has in hand is asked for again so often, so far apart: milliseconds. */
const LOOKS = 5;
const LOOK_AFTER = 2_000;

export function createTranscript(options: TranscriptOptions): Transcript {
  const { callId, meetingId, first, rpc, translate, clock, newId } = options;
  const known = new Map(first.lines.map((line) => [line.id, line]));
  const state = createStore<TranscriptState>({
    lines: [...first.lines].sort(inTime),
    more: first.more,
    loading: false,
    error: null,
    translating: new Set(),
  });
  let after = first.after;
  let closed = false;

  const change = (part: Partial<TranscriptState>) => state.set({ ...state.getSnapshot(), ...part });

  /** The newer state of a line stands, whatever came first. */
  function take(lines: readonly Line[]): readonly TranscriptLine[] {
    for (const given of lines) {
      const line = lineOf(given);
      if (line === null) known.delete(given.id);
      else if ((known.get(line.id)?.changed ?? -1) <= line.changed) known.set(line.id, line);
    }
    return [...known.values()].sort(inTime);
  }

  function translating(id: string, is: boolean) {
    const next = new Set(state.getSnapshot().translating);
    if (is) next.add(id);
    else next.delete(id);
    change({ translating: next });
  }

  const pause = () => new Promise<void>((done) => clock.after(LOOK_AFTER, done));

  async function readAgain({ id, seq }: Pick<Line, "id" | "seq">): Promise<void> {
    const page = await rpc("transcript", { call_id: callId, after: seq - 1 });
    if (page.ok) change({ lines: take(page.value.lines.filter((line) => line.id === id)) });
  }

  /** Asks for the new words in the other languages, and shows them as soon as they are there. */
  async function translateAnew(line: Line): Promise<void> {
    const { id } = line;
    translating(id, true);
    for (let look = 0; look < LOOKS && !closed; look += 1) {
      if (look > 0) await pause();
      const answer = await translate([id]);
      await readAgain(line);
      // What is refused now is asked for by whoever reads it next in the meeting.
      if (!answer.ok || answer.value.results.every(({ status }) => status !== "claimed")) break;
    }
    translating(id, false);
  }

  function shown(line: Line, corrected: boolean) {
    change({ lines: take([line]) });
    if (corrected) void translateAnew(line);
  }

  async function load(): Promise<void> {
    if (state.getSnapshot().loading) return;
    change({ loading: true, error: null });
    for (let more = true; more && !closed; ) {
      const page = await rpc("transcript", { call_id: callId, after });
      if (!page.ok) return change({ loading: false, error: page.error.code });
      after = page.value.lines.at(-1)?.seq ?? after;
      more = page.value.more;
      change({ lines: take(page.value.lines), more });
    }
    change({ loading: false });
  }

  return {
    getSnapshot: state.getSnapshot,
    subscribe: state.subscribe,
    load,
    ...createLineWork({ meetingId, rpc, newId, take: shown }),
    open() {
      closed = false;
      if (state.getSnapshot().more) void load();
      return () => {
        closed = true;
      };
    },
    put(language, made) {
      for (const [id, { revision, text }] of made) {
        const line = known.get(id);
        if (line?.revision === revision)
          known.set(id, { ...line, translations: { ...line.translations, [language]: text } });
        else if (line !== undefined) void readAgain(line);
      }
      change({ lines: state.getSnapshot().lines.map((line) => known.get(line.id) ?? line) });
    },
  };
}
