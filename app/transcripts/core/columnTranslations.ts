/** What one column of a transcript asks of the server, what it learns from the answers, and what it does not ask again. */
import { type ErrorCode, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { TranslateResponse } from "#contracts/translate.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";
import type { BrowserTranslator } from "../../translation/browserTranslator.ts";
import { createLineTranslator, type LineTranslator, type TranslatableLine } from "../../translation/lineTranslator.ts";
import type { TranslateLines } from "../../translation/translateLines.ts";
import { columnText, type TranscriptLine } from "../transcriptLine.ts";
import type { ReceivedTranslation, Transcript } from "./transcript.ts";

/** Why a line has no translation, however often one asks. */
export type PermanentFailure = "translate/unsupported-pair" | "translate/too-many-languages" | "translate/unavailable";

export interface ColumnTranslations {
  /** Brings what is in sight to this language, by the ladder of a call. */
  readonly translator: LineTranslator;
  /** At most `LIMITS.translateBatch` ids. What is known to be refused is not asked. */
  request(ids: readonly string[]): Promise<Result<TranslateResponse>>;
  permanentFailure(line: TranscriptLine): PermanentFailure | null;
  /** The translations of today were used up: they are asked for again. */
  resetQuota(): void;
  close(): void;
}

export interface ColumnTranslationsOptions {
  readonly language: Language;
  readonly transcript: Pick<Transcript, "getSnapshot" | "addTranslations">;
  readonly translate: TranslateLines;
  readonly device: BrowserTranslator;
  readonly clock: Clock;
  /** Something else is to be shown. */
  changed(): void;
  /** Why nothing comes just now; null once something did. */
  onError(error: ErrorCode | null): void;
}

/** What is in sight for less is passed over: milliseconds. */
export const VISIBLE_DELAY_MS = 400;
/** What another request has in hand is looked for so often, so far apart: milliseconds. */
const MAX_CLAIM_POLLS = 10;
export const CLAIM_POLL_INTERVAL_MS = 2_000;
const DAY_MS = 86_400_000;

export const isTranslationMissing = (line: TranscriptLine, language: Language) =>
  columnText(line, language).state === "missing";

/** As the ladder reads it: what it is in other languages does not matter, and in this one it is missing. */
export const toTranslatableLine = ({ id, author, language, text, revision }: TranscriptLine): TranslatableLine => ({
  ...{ id, author, language, text, revision },
  ...{ deleted: false, fleeting: false, translations: [] },
});

export function createColumnTranslations(options: ColumnTranslationsOptions): ColumnTranslations {
  const { language, transcript, translate, device, clock, changed, onError } = options;
  /** From these nobody translates into this language. */
  const unsupportedLanguages = new Set<Language>();
  /** By line and revision. */
  const permanentFailures = new Map<string, PermanentFailure>();
  /** Until then the translations of today are used up: milliseconds since the epoch. */
  let quotaResetAt = 0;
  let closed = false;
  const pendingPolls = new Set<Cancel>();

  const byId = () => new Map(transcript.getSnapshot().lines.map((line) => [line.id, line]));
  const keyOf = ({ id, revision }: TranscriptLine) => `${id} ${revision}`;
  const permanentFailure = (line: TranscriptLine): PermanentFailure | null =>
    permanentFailures.get(keyOf(line)) ??
    (unsupportedLanguages.has(line.language) ? "translate/unsupported-pair" : null);

  function applyResults({ results }: TranslateResponse) {
    const known = byId();
    const translations = new Map<string, ReceivedTranslation>();
    for (const { line_id, status, reason, made: words } of results) {
      const line = known.get(line_id);
      if (words !== undefined) translations.set(line_id, words);
      if (line === undefined || status !== "unavailable") continue;
      if (reason === "translate/unsupported-pair") unsupportedLanguages.add(line.language);
      else
        permanentFailures.set(
          keyOf(line),
          reason === "translate/too-many-languages" ? reason : "translate/unavailable",
        );
    }
    if (translations.size > 0) transcript.addTranslations(language, translations);
    const spent = results.some(({ reason }) => reason === "translate/quota");
    if (spent) quotaResetAt = (Math.floor(clock.now() / DAY_MS) + 1) * DAY_MS;
    const failed = results.length > 0 && results.every(({ status }) => status === "failed");
    onError(spent ? "translate/quota" : failed ? "translate/unavailable" : null);
  }

  async function requestFromServer(ids: readonly string[], pollsLeft: number): Promise<Result<TranslateResponse>> {
    const response = await translate(ids, { language });
    if (closed) return response;
    if (!response.ok) {
      onError(response.error.code);
      return response;
    }
    applyResults(response.value);
    const claimedIds = response.value.results.flatMap((entry) => (entry.status === "claimed" ? [entry.line_id] : []));
    if (claimedIds.length > 0 && pollsLeft > 0) pollLater(claimedIds, pollsLeft - 1);
    return response;
  }

  /** No broadcast tells what somebody else's request has made. */
  function pollLater(ids: readonly string[], pollsLeft: number) {
    const cancel = clock.after(CLAIM_POLL_INTERVAL_MS, () => {
      pendingPolls.delete(cancel);
      const known = byId();
      const missingIds = ids.filter((id) => {
        const line = known.get(id);
        return line !== undefined && isTranslationMissing(line, language);
      });
      if (missingIds.length > 0) void requestFromServer(missingIds, pollsLeft);
    });
    pendingPolls.add(cancel);
  }

  async function request(ids: readonly string[]): Promise<Result<TranslateResponse>> {
    const known = byId();
    const reasons = new Map<string, PermanentFailure>();
    for (const id of ids) {
      const line = known.get(id);
      const reason = line === undefined ? null : permanentFailure(line);
      if (reason !== null) reasons.set(id, reason);
    }
    const results: TranslateResponse["results"] = [];
    for (const [line_id, reason] of reasons) results.push({ line_id, language, status: "unavailable", reason });
    const requestable = ids.filter((id) => !reasons.has(id));
    if (requestable.length === 0) return ok({ results });
    if (clock.now() < quotaResetAt) {
      for (const line_id of requestable)
        results.push({ line_id, language, status: "failed", reason: "translate/quota" });
      return ok({ results });
    }
    const response = await requestFromServer(requestable, MAX_CLAIM_POLLS);
    return response.ok ? ok({ results: [...results, ...response.value.results] }) : response;
  }

  const translator = createLineTranslator({
    ...{
      me: null,
      reads: () => language,
      othersRead: () => [],
      translate: request,
      browserTranslator: device,
      clock,
      firstRequestDelayMs: VISIBLE_DELAY_MS,
    },
    ...{ onChange: changed, onMissed: () => {} },
  });
  return {
    translator,
    request,
    permanentFailure,
    resetQuota() {
      quotaResetAt = 0;
    },
    close() {
      closed = true;
      for (const cancel of pendingPolls) cancel();
      translator.close();
    },
  };
}
