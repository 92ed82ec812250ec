/** Requests the translations of one transcript column, and remembers those that cannot be made. */

import { type ErrorCode, ok, type Result } from "#contracts/errors.ts";
import { engineGap } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import type { TranslateResponse } from "#contracts/translate.ts";
import type { Cancel, Clock } from "../../lib/clock.ts";
import type { BrowserTranslator } from "../../translation/browserTranslator.ts";
import { createLineTranslator, type LineTranslator, type TranslatableLine } from "../../translation/lineTranslator.ts";
import { NO_SHORT_LINES } from "../../translation/shortLines.ts";
import type { TranslateLines } from "../../translation/translateLines.ts";
import type { TranslationReach } from "../../translation/translationReach.ts";
import { columnText, type TranscriptLine } from "../transcriptLine.ts";
import type { ReceivedTranslation, Transcript } from "./transcript.ts";

/** Why a line cannot be translated. A retry is useless. */
export type PermanentFailure =
  | "translate/unsupported-pair"
  | "translate/too-many-languages"
  | "translate/off"
  | "translate/device-only"
  | "translate/unavailable";

export interface ColumnTranslations {
  /** Translates the visible lines, with the fallbacks of a call. */
  readonly translator: LineTranslator;
  /** Takes at most `LIMITS.linesPerTranslateRequest` ids. Lines with a permanent failure are not requested. */
  request(ids: readonly string[]): Promise<Result<TranslateResponse>>;
  permanentFailure(line: TranscriptLine): PermanentFailure | null;
  /** Allows requests again before the daily quota resets. */
  resetQuota(): void;
  close(): void;
}

export interface ColumnTranslationsOptions {
  readonly language: Language;
  readonly transcript: Pick<Transcript, "getSnapshot" | "addTranslations">;
  readonly translate: TranslateLines;
  readonly device: BrowserTranslator;
  readonly reach: TranslationReach;
  readonly clock: Clock;
  /** Called when displayed states may have changed. */
  changed(): void;
  /** Called with the error of each response; null after a success. */
  onError(error: ErrorCode | null): void;
}

/** Lines that are visible for less are not translated. */
export const VISIBLE_DELAY_MS = 400;
/** Lines that another request has claimed are polled. */
const MAX_CLAIM_POLLS = 10;
export const CLAIM_POLL_INTERVAL_MS = 2_000;
const DAY_MS = 86_400_000;

const PERMANENT_FAILURES: readonly (string | null)[] = [
  "translate/too-many-languages",
  "translate/off",
  "translate/device-only",
] satisfies PermanentFailure[];
const isPermanent = (reason: string | null): reason is PermanentFailure => PERMANENT_FAILURES.includes(reason);

export const isTranslationMissing = (line: TranscriptLine, language: Language) =>
  columnText(line, language).state === "missing";

/** Omits the line's translations: none is in the column's language. */
export const toTranslatableLine = ({ id, author, language, text, revision }: TranscriptLine): TranslatableLine => ({
  ...{ id, author, language, text, revision },
  ...{ deleted: false, fleeting: false, translations: [] },
});

export function createColumnTranslations(options: ColumnTranslationsOptions): ColumnTranslations {
  const { language, transcript, translate, device, reach, clock, changed, onError } = options;
  /** Source languages that the server could not translate into this column's. */
  const unsupportedLanguages = new Set<Language>();
  /** By line and revision. */
  const permanentFailures = new Map<string, PermanentFailure>();
  /** End of the used-up daily quota, milliseconds since the epoch. */
  let quotaResetAt = 0;
  let closed = false;
  const pendingPolls = new Set<Cancel>();

  const byId = () => new Map(transcript.getSnapshot().lines.map((line) => [line.id, line]));
  const keyOf = ({ id, revision }: TranscriptLine) => `${id} ${revision}`;
  const permanentFailure = (line: TranscriptLine): PermanentFailure | null =>
    permanentFailures.get(keyOf(line)) ??
    (unsupportedLanguages.has(line.language) ? "translate/unsupported-pair" : null) ??
    engineGap(reach.engines, line.language, language);

  function applyResults({ results }: TranslateResponse) {
    const linesById = byId();
    const translations = new Map<string, ReceivedTranslation>();
    for (const { line_id, status, reason, made } of results) {
      const line = linesById.get(line_id);
      if (made !== undefined) translations.set(line_id, made);
      if (line === undefined || status !== "unavailable") continue;
      if (reason === "translate/unsupported-pair") unsupportedLanguages.add(line.language);
      else permanentFailures.set(keyOf(line), isPermanent(reason) ? reason : "translate/unavailable");
    }
    if (translations.size > 0) transcript.addTranslations(language, translations);
    const quotaExceeded = results.some(({ reason }) => reason === "translate/quota");
    if (quotaExceeded) quotaResetAt = (Math.floor(clock.now() / DAY_MS) + 1) * DAY_MS;
    const failed = results.length > 0 && results.every(({ status }) => status === "failed");
    onError(quotaExceeded ? "translate/quota" : failed ? "translate/unavailable" : null);
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

  /** A transcript receives no broadcasts, so it polls the results of other requests. */
  function pollLater(ids: readonly string[], pollsLeft: number) {
    const cancel = clock.after(CLAIM_POLL_INTERVAL_MS, () => {
      pendingPolls.delete(cancel);
      const linesById = byId();
      const missingIds = ids.filter((id) => {
        const line = linesById.get(id);
        return line !== undefined && isTranslationMissing(line, language);
      });
      if (missingIds.length > 0) void requestFromServer(missingIds, pollsLeft);
    });
    pendingPolls.add(cancel);
  }

  async function request(ids: readonly string[]): Promise<Result<TranslateResponse>> {
    const linesById = byId();
    const reasons = new Map<string, PermanentFailure>();
    for (const id of ids) {
      const line = linesById.get(id);
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
      reach,
      // The cells decide which lines need no translation.
      shortLines: NO_SHORT_LINES,
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
