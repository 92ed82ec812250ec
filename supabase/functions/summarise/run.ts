/** Claims, writes and translates the summary of a call. */
import type { Caller } from "../_shared/caller.ts";
import { type Failure, ok, type Result } from "../_shared/contracts/errors.ts";
import type { SummariseRequest, SummariseResponse } from "../_shared/contracts/summary.ts";
import { unexpectedFailure } from "../_shared/log.ts";
import { collectResults } from "../_shared/translation/engine.ts";
import type { EngineChain } from "../_shared/translation/engineChain.ts";
import { chunkLines, mainLanguage } from "./prompt.ts";
import type { SummaryModel } from "./summaryModel.ts";
import type { SummaryStore, SummaryTask, SummaryTranslationTask } from "./summaryStore.ts";

export interface SummariseDependencies {
  readonly store: SummaryStore;
  /** Null if none is configured. */
  readonly model: SummaryModel | null;
  readonly chain: EngineChain;
  /** Continues after the response, because a model takes longer than a page waits. */
  runInBackground(work: Promise<unknown>): void;
  log(failure: Failure): void;
}

/** Claims the task, responds, and runs it. Readers poll the database for the result. */
export async function summarise(
  request: SummariseRequest,
  caller: Caller,
  tools: SummariseDependencies,
): Promise<Result<SummariseResponse>> {
  const authorized = await tools.store.authorize(request.call_id, caller);
  if (!authorized.ok) return authorized;
  const claim = await claimTask(request, caller, tools);
  if (!claim.ok) return claim;
  const { work, taken, reason } = claim.value;
  if (work === null) return ok({ under_way: taken, reason });
  tools.runInBackground(
    runTask(work, request, caller, tools).catch((error: unknown) => tools.log(unexpectedFailure(error))),
  );
  return ok({ under_way: true, reason: null });
}

const claimTask = (request: SummariseRequest, caller: Caller, { store, model, chain }: SummariseDependencies) =>
  store.claim(request, caller, {
    model: model?.isAvailable(caller.userId) ?? false,
    translator: chain.isAvailable(caller.userId),
  });

/** Runs the task. A new summary is translated into the caller's language at once. */
async function runTask(
  work: SummaryTask | SummaryTranslationTask,
  request: SummariseRequest,
  caller: Caller,
  tools: SummariseDependencies,
): Promise<void> {
  if (work.kind === "translate") return translateSummary(work, request.call_id, caller, tools);
  const isWritten = await writeSummary(work, request.call_id, caller, tools);
  if (!isWritten || request.language === null) return;
  const next = await claimTask({ ...request, again: false }, caller, tools);
  if (!next.ok) tools.log(next.error);
  else if (next.value.work?.kind === "translate")
    await translateSummary(next.value.work, request.call_id, caller, tools);
}

async function writeSummary(
  { state, lines, lines_all, terms }: SummaryTask,
  callId: string,
  { userId }: Caller,
  tools: SummariseDependencies,
): Promise<boolean> {
  const { store, model, log } = tools;
  const language = mainLanguage(lines);
  const chunks = chunkLines(lines);
  // Without a model no summary is claimed.
  if (model === null) return false;
  const result = await model.summarise(chunks, language, terms, userId);
  if (!result.ok) log({ code: "summary/unavailable", cause: result.error.cause ?? "" });
  const stored = await store.store(
    callId,
    result.ok
      ? {
          ...{ state, language, lines_all, model: model.name, sentences: result.value },
          lines_read: chunks.reduce((sum, chunk) => sum + chunk.length, 0),
        }
      : { state, reason: "summary/unavailable", counts: !result.error.engineFailed },
  );
  if (!stored.ok) log(stored.error);
  return stored.ok && stored.value;
}

async function translateSummary(
  work: SummaryTranslationTask,
  callId: string,
  { userId }: Caller,
  { store, chain, log }: SummariseDependencies,
): Promise<void> {
  const { state, language, target, sentences, terms, names } = work;
  const texts = sentences.map(({ text }) => text);
  const result = collectResults(await chain.translate(texts, language, target, { terms, names }, userId));
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
