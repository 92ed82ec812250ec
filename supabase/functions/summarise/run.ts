/** What the function does for a call: who may ask, what is still to be written or translated, and how it ended. */
import type { Caller } from "../_shared/caller.ts";
import { type Failure, fail, ok, type Result } from "../_shared/contracts/errors.ts";
import type { SummariseRequest, SummariseResponse } from "../_shared/contracts/summary.ts";
import { collectResults } from "../_shared/translation/engine.ts";
import type { EngineChain } from "../_shared/translation/engineChain.ts";
import { chunkLines, mainLanguage } from "./prompt.ts";
import type { SummaryModel } from "./summaryModel.ts";
import type { SummaryStore, SummaryTask, SummaryTranslationTask } from "./summaryStore.ts";

export interface SummariseDependencies {
  readonly store: SummaryStore;
  /** Null: none is configured. */
  readonly model: SummaryModel | null;
  readonly chain: EngineChain;
  /** Has something done after the answer: a model takes longer than a page waits. */
  runInBackground(work: Promise<unknown>): void;
  log(failure: Failure): void;
}

/** Claims what is to be done, answers, and does it. The readers look for it in the database. */
export async function summarise(
  request: SummariseRequest,
  caller: Caller,
  tools: SummariseDependencies,
): Promise<Result<SummariseResponse>> {
  const readable = await tools.store.canRead(request.call_id, caller);
  if (!readable.ok) return readable;
  if (!readable.value) return fail("meeting/not-entered");
  const claim = await claimTask(request, caller, tools);
  if (!claim.ok) return claim;
  const { work, taken, reason } = claim.value;
  if (work === null) return ok({ under_way: taken, reason });
  tools.runInBackground(
    runTask(work, request, caller, tools).catch((error: unknown) =>
      tools.log({ code: "bug/unexpected", cause: error instanceof Error ? error.name : "thrown" }),
    ),
  );
  return ok({ under_way: true, reason: null });
}

const claimTask = (asked: SummariseRequest, { userId }: Caller, { store, model, chain }: SummariseDependencies) =>
  store.claim(asked, userId, { model: model?.isAvailable() ?? false, translator: chain.isAvailable() });

/** What is written is put into the asker's language at once. */
async function runTask(
  work: SummaryTask | SummaryTranslationTask,
  asked: SummariseRequest,
  caller: Caller,
  tools: SummariseDependencies,
): Promise<void> {
  if (work.kind === "translate") return translateSummary(work, asked.call_id, tools);
  const written = await writeSummary(work, asked.call_id, tools);
  if (!written || asked.language === null) return;
  const next = await claimTask({ ...asked, again: false }, caller, tools);
  if (!next.ok) tools.log(next.error);
  else if (next.value.work?.kind === "translate") await translateSummary(next.value.work, asked.call_id, tools);
}

async function writeSummary(
  { state, lines, lines_all, terms }: SummaryTask,
  callId: string,
  tools: SummariseDependencies,
): Promise<boolean> {
  const { store, model, log } = tools;
  const language = mainLanguage(lines);
  const parts = chunkLines(lines);
  // Nothing is claimed without one.
  if (model === null) return false;
  const result = await model.summarise(parts, language, terms);
  if (!result.ok) log({ code: "summary/unavailable", cause: result.error.cause ?? "" });
  const stored = await store.store(
    callId,
    result.ok
      ? {
          ...{ state, language, lines_all, model: model.name, sentences: result.value },
          lines_read: parts.reduce((sum, part) => sum + part.length, 0),
        }
      : { state, reason: "summary/unavailable", counts: !result.error.engineFailed },
  );
  if (!stored.ok) log(stored.error);
  return stored.ok && stored.value;
}

async function translateSummary(
  work: SummaryTranslationTask,
  callId: string,
  { store, chain, log }: SummariseDependencies,
): Promise<void> {
  const { state, language, target, sentences, terms } = work;
  const texts = sentences.map(({ text }) => text);
  const result = collectResults(await chain.translate(texts, language, target, terms));
  const stored = await store.storeTranslation(
    callId,
    result.ok
      ? {
          ...{ state, target },
          texts: sentences.map(({ number, text }, index) => ({ number, text: result.value[index]?.text ?? text })),
        }
      : {
          ...{ state, target, reason: result.error.code, counts: result.error.attempted && !result.error.engineFailed },
          final: result.error.code === "translate/unsupported-pair",
        },
  );
  if (!stored.ok) log(stored.error);
}
