/** Brings each line to this reader's language by the ladder, asking server and device only for what is needed. */
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line, Translation } from "#contracts/lines.ts";
import type { TranslateAnswer } from "#contracts/translate.ts";
import type { DeviceTranslator, LadderInput, Shown, TranslateReason } from "../../languages/core/index.ts";
import { failureOfLine, ladder, reasonOf, wantsServer } from "../../languages/core/index.ts";
import type { Clock } from "../../platform/clock.ts";
import { keepObject } from "../../platform/store.ts";
import { createAsks } from "./asks.ts";

export type Missing = ReadonlyMap<string, ReadonlyMap<Language, TranslateReason>>;

/** What is read of a line. */
export type ReadLine = Pick<
  Line,
  "id" | "author" | "language" | "text" | "revision" | "deleted" | "fleeting" | "translations"
>;

/** Milliseconds for which a function that was asked something is taken to be running. */
export const AWAKE = 60_000;

export interface Reading {
  /** The same object for as long as it says the same. */
  shown(line: ReadLine): Shown;
  /** The lines that there are now. */
  follow(lines: readonly ReadLine[]): void;
  /** What became of a line just now. */
  heard(lineId: string, translations: readonly Translation[]): void;
  /** This person may write soon. Where it will be translated, what does so is started: the first line need not wait for it. */
  prepare(): void;
  /**
   * These lines of this person are on their way to the server, together. What others read them in is asked for at once,
   * not when they are there: one journey less for who reads.
   */
  sends(lines: readonly Pick<Line, "id" | "language">[]): void;
  /** A line of this person's reached the server, or other words for it did. */
  posted(line: Line): void;
  /** Asks for this line at once, whatever was tried before. Errors: those of translating, why there is no text now. */
  again(line: Line): Promise<Result<null>>;
  /** By line: the languages for which the server just had no translation, and why. The same object while unchanged. */
  missing(): Missing;
  /** The line is let go: nothing of it is kept here. */
  forget(lineId: string): void;
  /** The network is back. */
  restart(): void;
  close(): void;
}

export interface ReadingOptions {
  /** User id of the reader; null where they read their own words in another language too. */
  me: string | null;
  reads: () => Language;
  /** Languages that the others in the call read. */
  othersRead: () => readonly Language[];
  translate: (lineIds: readonly string[], wish?: { coming: boolean }) => Promise<Result<TranslateAnswer>>;
  device: DeviceTranslator;
  clock: Clock;
  changed: () => void;
  missed: () => void;
  /** As for `createAsks`. */
  patience?: number;
}

export function createReading({
  me,
  reads,
  othersRead,
  translate,
  device,
  clock,
  changed,
  missed,
  patience,
}: ReadingOptions): Reading {
  let missing: Missing = new Map();
  /** By line, revision and language; undefined while the browser is at it. */
  const byDevice = new Map<string, Result<string> | undefined>();
  const before = new Map<string, Shown>();
  /** Words are heard of twice, by the answer and by the broadcast: asked for once. */
  const asked = new Set<string>();
  /** Asked for while they were being sent, by id; with the line, once the server told of it before the answer came. */
  const sent = new Map<string, Line | null>();
  let language = reads();
  let lastAsked = Number.NEGATIVE_INFINITY;

  /** `null`: it is not missing any more. */
  function note(lineId: string, into: Language, reason: TranslateReason | null) {
    const known = missing.get(lineId);
    if ((known?.get(into) ?? null) === reason) return;
    const next = new Map(known);
    if (reason === null) next.delete(into);
    else next.set(into, reason);
    missing = new Map(missing).set(lineId, next);
  }

  const ask: typeof translate = async (lineIds, wish) => {
    lastAsked = clock.now();
    const answer = await translate(lineIds, wish);
    if (answer.ok) {
      for (const { line_id, language: into, status, reason } of answer.value.results)
        note(line_id, into, status === "failed" || status === "unavailable" ? reasonOf(reason) : null);
      changed();
    }
    return answer;
  };

  const asks = createAsks({
    clock,
    reads,
    ask,
    failed(lineId, code) {
      note(lineId, reads(), reasonOf(code));
      changed();
    },
    missed,
    ...(patience !== undefined && { patience }),
  });

  const othersNeed = (line: Pick<Line, "language">) => othersRead().some((other) => other !== line.language);

  function posted(line: Line) {
    const words = `${line.id} ${line.revision}`;
    if (sent.has(line.id)) sent.set(line.id, line);
    else if (!asked.has(words) && !line.deleted && !line.fleeting) {
      asked.add(words);
      if (othersNeed(line)) asks.askForOthers(line.id);
    }
  }

  const failureOfAsk = (line: ReadLine) => missing.get(line.id)?.get(reads()) ?? null;

  const deviceKey = (line: ReadLine) => `${line.id} ${line.revision} ${reads()}`;

  const inputOf = (line: ReadLine): LadderInput => ({
    line,
    mine: line.author === me,
    reads: reads(),
    serverFailure: failureOfAsk(line),
    device: byDevice.get(deviceKey(line)),
  });

  /** The next rung, once the server failed. */
  function tryDevice(line: ReadLine) {
    const key = deviceKey(line);
    const failed = failureOfLine(line, reads()) ?? failureOfAsk(line);
    if (failed === null || byDevice.has(key) || ladder(inputOf(line)).kind !== "on-its-way") return;
    byDevice.set(key, undefined);
    void device.translate(line.text, line.language, reads()).then((result) => {
      byDevice.set(key, result);
      changed();
    });
  }

  return {
    shown(line) {
      const shown = keepObject(before.get(line.id), ladder(inputOf(line)));
      before.set(line.id, shown);
      return shown;
    },
    follow(lines) {
      if (language !== reads()) {
        language = reads();
        for (const id of missing.keys()) note(id, language, null);
        asks.want(new Set());
      }
      const written = lines.filter(({ deleted }) => !deleted);
      asks.want(new Set(written.filter((line) => wantsServer(inputOf(line))).map(({ id }) => id)));
      for (const line of written) tryDevice(line);
    },
    heard(lineId, translations) {
      const mine = translations.find(({ language: into }) => into === reads());
      if (mine?.status === "ready") asks.engineIsBack();
      if (mine?.status === "failed") asks.othersFailed(lineId);
    },
    prepare() {
      if (clock.now() - lastAsked < AWAKE || othersRead().every((other) => other === reads())) return;
      void ask([]);
    },
    async sends(lines) {
      const ids = lines.filter((line) => othersNeed(line) && !sent.has(line.id)).map(({ id }) => id);
      if (ids.length === 0) return;
      for (const id of ids) sent.set(id, null);
      const answer = await ask(ids, { coming: true });
      for (const id of ids) {
        const line = sent.get(id);
        sent.delete(id);
        // Else they did not come in time: they are asked for when they are there.
        if (!answer.ok || answer.value.results.some(({ line_id }) => line_id === id)) asked.add(`${id} 1`);
        if (line) posted(line);
      }
    },
    posted,
    async again(line) {
      const into = reads();
      const answer = await ask([line.id]);
      if (!answer.ok) return answer;
      const result = answer.value.results.find((one) => one.line_id === line.id && one.language === into);
      // What stands there goes on standing when it could not be made again, and the reason is said.
      const made = result?.status === "ready" && result.reason === null;
      if (made) missed();
      return made || result?.status === "claimed" ? ok(null) : fail(reasonOf(result?.reason ?? null));
    },
    missing: () => missing,
    forget(lineId) {
      before.delete(lineId);
      if (missing.has(lineId)) missing = new Map([...missing].filter(([id]) => id !== lineId));
      for (const keys of [asked, byDevice]) for (const key of keys.keys()) if (key.startsWith(lineId)) keys.delete(key);
    },
    restart: () => asks.restart(),
    close: () => asks.close(),
  };
}
