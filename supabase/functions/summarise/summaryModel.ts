/** The summary model, behind any server with OpenAI's chat API. A failing server is paused, see `createUserBreaker`. */
import type { TermEntry } from "../_shared/contracts/glossary.ts";
import type { Language } from "../_shared/contracts/languages.ts";
import { SUMMARISE } from "../_shared/contracts/summary.ts";
import type { Environment } from "../_shared/env.ts";
import { createEnvReader } from "../_shared/envReader.ts";
import { createChatClient } from "../_shared/llm/chatCompletions.ts";
import { type EngineResult, textRejected } from "../_shared/translation/engine.ts";
import { createUserBreaker } from "../_shared/userBreaker.ts";
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
  /** Returns false while the server is paused for this user. */
  isAvailable(userId: string): boolean;
  /** Returns the sentences for all chunks, in order. A failing chunk fails the summary. Never rejects. */
  summarise(
    chunks: readonly LineChunk[],
    language: Language,
    terms: readonly TermEntry[],
    userId: string,
  ): Promise<EngineResult<readonly SummarySentence[]>>;
}

export interface SummaryModelOptions {
  /** Returns milliseconds of any origin. */
  now(): number;
  /** Returns a signal that aborts after so many milliseconds. */
  timeout(milliseconds: number): AbortSignal;
}

/**
 * Reads `SUMMARY_URL` and `SUMMARY_MODEL`, and `SUMMARY_KEY` if the server requires it. Returns null without them. Throws
 * one sentence, without a value, if one of them is wrong or missing.
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
  const breaker = createUserBreaker(now);

  /** Retries an unusable reply once within the timeout. */
  async function summariseChunk(
    chunk: LineChunk,
    language: Language,
    terms: readonly TermEntry[],
    maxSentences: number,
    userId: string,
  ): Promise<EngineResult<readonly SummarySentence[]>> {
    const signal = timeout(SUMMARISE.timeoutMs);
    let failed = textRejected("no sentence to be believed");
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const openReason = breaker.openReason(userId);
      if (openReason !== undefined) return openReason;
      const recordResult = breaker.begin(userId);
      const response = await requestCompletion(
        SUMMARY_PROMPT,
        chunkPrompt(chunk, language, terms, maxSentences),
        replySchema,
        signal,
      );
      recordResult(response);
      if (response.ok) {
        const sentences = parseSentences(response.value, chunk, maxSentences);
        if (sentences !== null) return { ok: true, value: sentences };
        failed = textRejected("no sentence to be believed");
        continue;
      }
      failed = response;
      if (response.error.engineFailed) return response;
    }
    return failed;
  }

  return {
    name,
    isAvailable: (userId) => breaker.openReason(userId) === undefined,
    async summarise(chunks, language, terms, userId) {
      const maxSentences = sentencesPerChunk(chunks.length);
      const sentences: SummarySentence[] = [];
      for (let from = 0; from < chunks.length; from += SUMMARISE.concurrency) {
        const batch = chunks.slice(from, from + SUMMARISE.concurrency);
        const results = await Promise.all(
          batch.map((chunk) => summariseChunk(chunk, language, terms, maxSentences, userId)),
        );
        for (const result of results) {
          if (!result.ok) return result;
          sentences.push(...result.value);
        }
      }
      return sentences.length === 0 ? textRejected("no sentence") : { ok: true, value: sentences };
    },
  };
}
