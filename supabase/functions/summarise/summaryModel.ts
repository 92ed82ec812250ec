/** The model that writes, behind any server that speaks OpenAI's chat: one that fails is left alone for a while. */

import { createCircuitBreaker } from "../_shared/circuitBreaker.ts";
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import type { Language } from "../_shared/contracts/languages.ts";
import { SUMMARISE } from "../_shared/contracts/summary.ts";
import type { Environment } from "../_shared/env.ts";
import { createEnvReader } from "../_shared/envReader.ts";
import { createChatClient } from "../_shared/llm/chatCompletions.ts";
import { type EngineError, type EngineResult, textRejected } from "../_shared/translation/engine.ts";
import {
  chunkPrompt,
  type LineChunk,
  parseSentences,
  replySchema,
  SUMMARY_PROMPT,
  sentencesPerChunk,
} from "./prompt.ts";
import type { SummarySentence } from "./summaryStore.ts";

export interface SummaryModel {
  readonly name: string;
  /** False while it is left alone. */
  isAvailable(): boolean;
  /** What it makes of all parts, in their order; one that it does not manage ends it. Never rejects. */
  summarise(
    parts: readonly LineChunk[],
    language: Language,
    terms: readonly TermEntry[],
  ): Promise<EngineResult<readonly SummarySentence[]>>;
}

export interface SummaryModelOptions {
  /** Milliseconds, of any origin. */
  now(): number;
  /** A signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
}

/**
 * `SUMMARY_URL` and `SUMMARY_MODEL`, with `SUMMARY_KEY` where the server asks for one; null without them. Throws one sentence,
 * without a value, when one is wrong or missing beside the others.
 */
export function summaryModelFrom(env: Environment, { now, timeout }: SummaryModelOptions): SummaryModel | null {
  const { text, url: address, required } = createEnvReader(env);
  const key = text("SUMMARY_KEY");
  if (key !== undefined || text("SUMMARY_MODEL") !== undefined) required("SUMMARY_URL");
  const url = address("SUMMARY_URL");
  if (url === undefined) return null;
  if (/\/v1\/?$/u.test(url)) throw new Error("SUMMARY_URL ends before /v1.");
  const name = required("SUMMARY_MODEL");
  const requestCompletion = createChatClient({
    model: name,
    url: new URL("v1", url.endsWith("/") ? url : `${url}/`).href,
    key,
  });
  const breaker = createCircuitBreaker<"this", EngineError>(now);

  /** Twice within its time, should the first answer be of no use. */
  async function summariseChunk(
    part: LineChunk,
    language: Language,
    terms: readonly TermEntry[],
    atMost: number,
  ): Promise<EngineResult<readonly SummarySentence[]>> {
    const signal = timeout(SUMMARISE.timeoutMs);
    let failed = textRejected("no sentence to be believed");
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const openReason = breaker.openReason("this");
      if (openReason !== undefined) return openReason;
      const response = await requestCompletion(
        SUMMARY_PROMPT,
        chunkPrompt(part, language, terms, atMost),
        replySchema,
        signal,
      );
      if (response.ok) {
        breaker.recordSuccess("this");
        const sentences = parseSentences(response.value, part, atMost);
        if (sentences !== null) return { ok: true, value: sentences };
        failed = textRejected("no sentence to be believed");
        continue;
      }
      failed = response;
      const { code, engineFailed } = response.error;
      if (!engineFailed) continue;
      breaker[code === "translate/quota" ? "recordQuotaExceeded" : "recordFailure"]("this", response);
      return response;
    }
    return failed;
  }

  return {
    name,
    isAvailable: () => breaker.openReason("this") === undefined,
    async summarise(parts, language, terms) {
      const atMost = sentencesPerChunk(parts.length);
      const all: SummarySentence[] = [];
      for (let from = 0; from < parts.length; from += SUMMARISE.concurrency) {
        const some = parts.slice(from, from + SUMMARISE.concurrency);
        for (const result of await Promise.all(some.map((part) => summariseChunk(part, language, terms, atMost)))) {
          if (!result.ok) return result;
          all.push(...result.value);
        }
      }
      return all.length === 0 ? textRejected("no sentence") : { ok: true, value: all };
    },
  };
}
