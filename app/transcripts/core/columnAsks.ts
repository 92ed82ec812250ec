/** What one column of a transcript asks of the server, what it learns from the answers, and what it does not ask again. */
import { type ErrorCode, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { TranslateAnswer } from "#contracts/translate.ts";
import { createReading, type Reading, type ReadLine } from "../../chat/core/index.ts";
import type { DeviceTranslator, Translate } from "../../languages/core/index.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import { type TranscriptLine, wordsIn } from "./line.ts";
import type { Made, Transcript } from "./transcript.ts";

/** Why a line has no translation, however often one asks. */
export type Never = "translate/unsupported-pair" | "translate/too-many-languages" | "translate/unavailable";

export interface ColumnAsks {
  /** Brings what is in sight to this language, by the ladder of a call. */
  readonly reading: Reading;
  /** At most `LIMITS.translateBatch` ids. What is known to be refused is not asked. */
  ask(ids: readonly string[]): Promise<Result<TranslateAnswer>>;
  never(line: TranscriptLine): Never | null;
  /** The translations of today were used up: they are asked for again. */
  tryAgain(): void;
  close(): void;
}

export interface ColumnAsksOptions {
  readonly language: Language;
  readonly transcript: Pick<Transcript, "getSnapshot" | "put">;
  readonly translate: Translate;
  readonly device: DeviceTranslator;
  readonly clock: Clock;
  /** Something else is to be shown. */
  changed(): void;
  /** Why nothing comes just now; null once something did. */
  told(error: ErrorCode | null): void;
}

/** What is in sight for less is passed over: milliseconds. */
export const PATIENCE = 400;
/** What another request has in hand is looked for so often, so far apart: milliseconds. */
const LOOKS = 10;
export const LOOK_AFTER = 2_000;
const DAY = 86_400_000;

export const lacks = (line: TranscriptLine, language: Language) => wordsIn(line, language).state === "missing";

/** As the ladder reads it: what it is in other languages does not matter, and in this one it is missing. */
export const readLineOf = ({ id, author, language, text, revision }: TranscriptLine): ReadLine => ({
  ...{ id, author, language, text, revision },
  ...{ deleted: false, fleeting: false, translations: [] },
});

export function createColumnAsks(options: ColumnAsksOptions): ColumnAsks {
  const { language, transcript, translate, device, clock, changed, told } = options;
  /** From these nobody translates into this language. */
  const impossible = new Set<Language>();
  /** By line and revision. */
  const refused = new Map<string, Never>();
  /** Until then the translations of today are used up: milliseconds since the epoch. */
  let spentUntil = 0;
  let closed = false;
  const looking = new Set<Cancel>();

  const byId = () => new Map(transcript.getSnapshot().lines.map((line) => [line.id, line]));
  const keyOf = ({ id, revision }: TranscriptLine) => `${id} ${revision}`;
  const never = (line: TranscriptLine): Never | null =>
    refused.get(keyOf(line)) ?? (impossible.has(line.language) ? "translate/unsupported-pair" : null);

  function learn({ results }: TranslateAnswer) {
    const known = byId();
    const made = new Map<string, Made>();
    for (const { line_id, status, reason, made: words } of results) {
      const line = known.get(line_id);
      if (words !== undefined) made.set(line_id, words);
      if (line === undefined || status !== "unavailable") continue;
      if (reason === "translate/unsupported-pair") impossible.add(line.language);
      else refused.set(keyOf(line), reason === "translate/too-many-languages" ? reason : "translate/unavailable");
    }
    if (made.size > 0) transcript.put(language, made);
    const spent = results.some(({ reason }) => reason === "translate/quota");
    if (spent) spentUntil = (Math.floor(clock.now() / DAY) + 1) * DAY;
    const failed = results.length > 0 && results.every(({ status }) => status === "failed");
    told(spent ? "translate/quota" : failed ? "translate/unavailable" : null);
  }

  async function server(ids: readonly string[], looks: number): Promise<Result<TranslateAnswer>> {
    const answer = await translate(ids, { language });
    if (closed) return answer;
    if (!answer.ok) {
      told(answer.error.code);
      return answer;
    }
    learn(answer.value);
    const elsewhere = answer.value.results.flatMap((one) => (one.status === "claimed" ? [one.line_id] : []));
    if (elsewhere.length > 0 && looks > 0) lookLater(elsewhere, looks - 1);
    return answer;
  }

  /** No broadcast tells what somebody else's request has made. */
  function lookLater(ids: readonly string[], looks: number) {
    const cancel = clock.after(LOOK_AFTER, () => {
      looking.delete(cancel);
      const known = byId();
      const still = ids.filter((id) => {
        const line = known.get(id);
        return line !== undefined && lacks(line, language);
      });
      if (still.length > 0) void server(still, looks);
    });
    looking.add(cancel);
  }

  async function ask(ids: readonly string[]): Promise<Result<TranslateAnswer>> {
    const known = byId();
    const reasons = new Map<string, Never>();
    for (const id of ids) {
      const line = known.get(id);
      const reason = line === undefined ? null : never(line);
      if (reason !== null) reasons.set(id, reason);
    }
    const results: TranslateAnswer["results"] = [];
    for (const [line_id, reason] of reasons) results.push({ line_id, language, status: "unavailable", reason });
    const rest = ids.filter((id) => !reasons.has(id));
    if (rest.length === 0) return ok({ results });
    if (clock.now() < spentUntil) {
      for (const line_id of rest) results.push({ line_id, language, status: "failed", reason: "translate/quota" });
      return ok({ results });
    }
    const answer = await server(rest, LOOKS);
    return answer.ok ? ok({ results: [...results, ...answer.value.results] }) : answer;
  }

  const reading = createReading({
    ...{ me: null, reads: () => language, othersRead: () => [], translate: ask, device, clock, patience: PATIENCE },
    ...{ changed, missed: () => {} },
  });
  return {
    reading,
    ask,
    never,
    tryAgain() {
      spentUntil = 0;
    },
    close() {
      closed = true;
      for (const cancel of looking) cancel();
      reading.close();
    },
  };
}
