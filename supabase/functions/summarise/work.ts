/** What the function does for a call: who may ask, what is still to be written or translated, and how it ended. */
import type { Caller } from "../_shared/caller.ts";
import { type Failure, fail, ok, type Result } from "../_shared/contracts/errors.ts";
import type { SummariseAnswer, SummariseRequest } from "../_shared/contracts/summary.ts";
import type { Chain } from "../_shared/translation/chain.ts";
import { together } from "../_shared/translation/engine.ts";
import type { Calls, Translating, Writing } from "./calls.ts";
import type { Model } from "./model.ts";
import { languageOf, partsOf } from "./parts.ts";

export interface Tools {
  readonly calls: Calls;
  /** Null: none is configured. */
  readonly model: Model | null;
  readonly chain: Chain;
  /** Has something done after the answer: a model takes longer than a page waits. */
  later(work: Promise<unknown>): void;
  log(failure: Failure): void;
}

/** Claims what is to be done, answers, and does it. The readers look for it in the database. */
export async function summarise(
  asked: SummariseRequest,
  caller: Caller,
  tools: Tools,
): Promise<Result<SummariseAnswer>> {
  const readable = await tools.calls.readable(asked.call_id, caller);
  if (!readable.ok) return readable;
  if (!readable.value) return fail("meeting/not-entered");
  const claim = await claimFor(asked, caller, tools);
  if (!claim.ok) return claim;
  const { work, taken, reason } = claim.value;
  if (work === null) return ok({ under_way: taken, reason });
  tools.later(
    finish(work, asked, caller, tools).catch((error: unknown) =>
      tools.log({ code: "bug/unexpected", cause: error instanceof Error ? error.name : "thrown" }),
    ),
  );
  return ok({ under_way: true, reason: null });
}

const claimFor = (asked: SummariseRequest, { userId }: Caller, { calls, model, chain }: Tools) =>
  calls.claim(asked, userId, { model: model?.isUp() ?? false, translator: chain.isUp() });

/** What is written is put into the asker's language at once. */
async function finish(
  work: Writing | Translating,
  asked: SummariseRequest,
  caller: Caller,
  tools: Tools,
): Promise<void> {
  if (work.kind === "translate") return translate(work, asked.call_id, tools);
  const written = await write(work, asked.call_id, tools);
  if (!written || asked.language === null) return;
  const next = await claimFor({ ...asked, again: false }, caller, tools);
  if (!next.ok) tools.log(next.error);
  else if (next.value.work?.kind === "translate") await translate(next.value.work, asked.call_id, tools);
}

async function write({ state, lines, lines_all, terms }: Writing, callId: string, tools: Tools): Promise<boolean> {
  const { calls, model, log } = tools;
  const language = languageOf(lines);
  const parts = partsOf(lines);
  // Nothing is claimed without one.
  if (model === null) return false;
  const result = await model.sumUp(parts, language, terms);
  if (!result.ok) log({ code: "summary/unavailable", cause: result.error.cause ?? "" });
  const stored = await calls.store(
    callId,
    result.ok
      ? {
          ...{ state, language, lines_all, model: model.name, sentences: result.value },
          lines_read: parts.reduce((sum, part) => sum + part.length, 0),
        }
      : { state, reason: "summary/unavailable", counts: !result.error.down },
  );
  if (!stored.ok) log(stored.error);
  return stored.ok && stored.value;
}

async function translate(work: Translating, callId: string, { calls, chain, log }: Tools): Promise<void> {
  const { state, language, target, sentences, terms } = work;
  const texts = sentences.map(({ text }) => text);
  const result = together(await chain.translate(texts, language, target, terms));
  const stored = await calls.storeTranslation(
    callId,
    result.ok
      ? {
          ...{ state, target },
          texts: sentences.map(({ number, text }, index) => ({ number, text: result.value[index]?.text ?? text })),
        }
      : {
          ...{ state, target, reason: result.error.code, counts: result.error.sent && !result.error.down },
          final: result.error.code === "translate/unsupported-pair",
        },
  );
  if (!stored.ok) log(stored.error);
}
