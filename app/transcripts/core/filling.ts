/**
 * Brings a transcript into the languages of its columns. What is in sight comes by itself, the rest by a press, one request
 * after the other: a day's translations are not spent on lines that nobody reads.
 */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import type { DeviceTranslator, Translate } from "../../languages/core/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { createStore, keepObject, type Store } from "../../platform/store.ts";
import { type ColumnAsks, createColumnAsks, lacks, type Never, readLineOf } from "./columnAsks.ts";
import type { TranscriptLine } from "./line.ts";
import type { Transcript } from "./transcript.ts";

/** What is shown in place of a translation that there is not. */
export type Instead =
  /** Nobody asked for it, or it did not come. */
  | { readonly kind: "nothing" }
  | { readonly kind: "on-its-way" }
  /** By this browser, for this reader alone. */
  | { readonly kind: "on-device"; readonly text: string }
  | { readonly kind: "never"; readonly reason: Never };

export interface FillingState {
  /** Lines that lack a translation, and may have one. */
  readonly missing: number;
  /** Those of them that are not in sight: they come when they are, or with `rest`. */
  readonly unseen: number;
  /** How far `rest` is, in translations. */
  readonly running: { readonly done: number; readonly all: number } | null;
  /** `rest` came to the end. */
  readonly done: boolean;
  /** Why nothing comes just now. */
  readonly error: ErrorCode | null;
}

export interface Filling extends Store<FillingState> {
  /** Of a line that lacks this language. The same object for as long as it says the same. */
  instead(line: TranscriptLine, language: Language): Instead;
  /** The languages of the columns. */
  read(languages: readonly Language[]): void;
  /** These lines, by id, are in sight. */
  see(ids: ReadonlySet<string>): void;
  /** Asks for all that is missing; when it is refused, no further. */
  rest(): Promise<void>;
  stop(): void;
  /** The answer ends it: nothing more is asked for. */
  open(): () => void;
}

export interface FillingOptions {
  readonly transcript: Pick<Transcript, "getSnapshot" | "subscribe" | "put">;
  readonly translate: Translate;
  readonly device: DeviceTranslator;
  readonly clock: Clock;
}

const NOTHING: Instead = { kind: "nothing" };
const ON_ITS_WAY: Instead = { kind: "on-its-way" };

export function createFilling({ transcript, translate, device, clock }: FillingOptions): Filling {
  const store = createStore<FillingState>({ missing: 0, unseen: 0, running: null, done: false, error: null });
  const columns = new Map<Language, ColumnAsks>();
  const before = new Map<string, Instead>();
  let languages: readonly Language[] = [];
  let near: ReadonlySet<string> = new Set();
  /** Were in sight once: what became of them stays. */
  const seen = new Set<string>();
  /** By line and language, what `rest` asks for just now. */
  let inHand: ReadonlySet<string> = new Set();
  /** Raised when what `rest` is at is no longer wanted. */
  let attempt = 0;
  let open = false;

  const change = (part: Partial<FillingState>) => store.set({ ...store.getSnapshot(), ...part });
  const lines = () => transcript.getSnapshot().lines;
  const keyOf = (id: string, language: Language) => `${id} ${language}`;

  function columnOf(language: Language): ColumnAsks {
    const known =
      columns.get(language) ??
      createColumnAsks({
        ...{ language, transcript, translate, device, clock, changed: follow },
        told: (error) => change({ error }),
      });
    columns.set(language, known);
    return known;
  }

  /** In each column what is in sight and lacks its language; of a column that is no longer read nothing. */
  function follow() {
    if (!open) return;
    const missing = new Set<string>();
    for (const [language, { reading, never }] of columns) {
      const without = languages.includes(language) ? lines().filter((line) => lacks(line, language)) : [];
      reading.follow(without.filter(({ id }) => near.has(id)).map(readLineOf));
      for (const line of without) if (never(line) === null) missing.add(line.id);
    }
    const unseen = [...missing].filter((id) => !near.has(id)).length;
    change({ missing: missing.size, unseen, ...(missing.size === 0 && { error: null }) });
  }

  function insteadOf(line: TranscriptLine, language: Language): Instead {
    const column = columns.get(language);
    if (column === undefined) return NOTHING;
    const shown = seen.has(line.id) ? column.reading.shown(readLineOf(line)) : null;
    if (shown?.kind === "translated") return { kind: "on-device", text: shown.text };
    const reason = column.never(line);
    if (reason !== null) return { kind: "never", reason };
    const comes = inHand.has(keyOf(line.id, language)) || (shown?.kind === "on-its-way" && near.has(line.id));
    return comes ? ON_ITS_WAY : NOTHING;
  }

  function endRest() {
    attempt += 1;
    inHand = new Set();
    change({ running: null });
  }

  /** Of these, in this language, what is missing still and may come. */
  const stillMissing = (ids: ReadonlySet<string>, language: Language, column: ColumnAsks) =>
    lines().flatMap((line) =>
      ids.has(line.id) && lacks(line, language) && column.never(line) === null ? [line.id] : [],
    );

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    instead(line, language) {
      const key = keyOf(line.id, language);
      const now = insteadOf(line, language);
      if (now === NOTHING || now === ON_ITS_WAY) return now;
      const kept = keepObject(before.get(key), now);
      before.set(key, kept);
      return kept;
    },
    read(next) {
      languages = next;
      for (const language of next) columnOf(language);
      endRest();
      change({ done: false, error: null });
      follow();
    },
    see(ids) {
      near = ids;
      for (const id of ids) seen.add(id);
      follow();
    },
    async rest() {
      endRest();
      const mine = attempt;
      for (const column of columns.values()) column.tryAgain();
      const everything = new Set(lines().map(({ id }) => id));
      const parts = languages.map((language) => {
        const column = columnOf(language);
        return { language, column, ids: stillMissing(everything, language, column) };
      });
      const all = parts.reduce((sum, { ids }) => sum + ids.length, 0);
      let done = 0;
      change({ running: { done, all }, done: false, error: null });
      for (const { language, column, ids } of parts)
        for (let at = 0; at < ids.length; at += LIMITS.translateBatch) {
          const batch = ids.slice(at, at + LIMITS.translateBatch);
          const still = stillMissing(new Set(batch), language, column);
          if (still.length > 0) {
            inHand = new Set(still.map((id) => keyOf(id, language)));
            change({});
            const answer = await column.ask(still);
            if (mine !== attempt) return;
            // What is refused now would be refused for all that follow.
            if (!answer.ok || store.getSnapshot().error !== null) return endRest();
          }
          done += batch.length;
          change({ running: { done, all } });
        }
      endRest();
      change({ done: true });
    },
    stop: endRest,
    open() {
      open = true;
      for (const language of languages) columnOf(language);
      const end = transcript.subscribe(follow);
      follow();
      return () => {
        open = false;
        end();
        endRest();
        for (const column of columns.values()) column.close();
        columns.clear();
      };
    },
  };
}
