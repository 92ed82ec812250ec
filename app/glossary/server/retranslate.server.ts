/** Has what was said translated again after its terms changed, as the one who asks. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { type ErrorCode, fail, ok, type Result } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import { systemClock } from "~/lib/clock.ts";
import { createSupabaseHttp } from "~/lib/supabaseHttp.ts";
import { createTranslateLines, type TranslateLines } from "~/translation/translateLines.ts";
import type { RetranslationResult, RetranslationScope } from "../core/glossaryView.ts";

/** Where the approved term was said lately; null: nowhere, or nobody can tell. */
export async function readRetranslationScope(
  { rpc }: Pick<AppLoadContext, "rpc">,
  { id, term, language }: Pick<RetranslationScope, "id" | "term" | "language">,
): Promise<RetranslationScope | null> {
  const found = await rpc("term_occurrences", { p_term_id: id });
  if (!found.ok || found.value.length === 0) return null;
  const calls = found.value.map(({ call_id, lines }) => ({
    id: call_id,
    lines: Math.min(lines, LIMITS.retranslateLines),
  }));
  const sumOf = (what: "lines" | "sentences") => found.value.reduce((sum, one) => sum + one[what], 0);
  return { id, term, language, lines: sumOf("lines"), sentences: sumOf("sentences"), calls };
}

export const createCallerTranslate = ({ env, session }: Pick<AppLoadContext, "env" | "session">): TranslateLines =>
  createTranslateLines(
    createSupabaseHttp({
      supabaseUrl: env.supabaseUrl,
      publishableKey: env.publishableKey,
      accessToken: async (options) => {
        const token = await session.token(options);
        if (!token.ok) throw new Error(token.error.code);
        return token.value?.accessToken ?? null;
      },
      fetch: (input, init) => fetch(input, init),
      clock: systemClock,
      unreachableCode: "network/timeout",
    }),
  );

/** One call after the other, until one is refused: what was done stays, the rest can be asked for again. */
export async function retranslate(
  { rpc, translate }: Pick<AppLoadContext, "rpc"> & { readonly translate: TranslateLines },
  scope: RetranslationScope,
  calls: readonly string[],
): Promise<RetranslationResult> {
  let lines = 0;
  let missed = 0;
  const toResult = (remainingCalls: readonly string[], error: ErrorCode | null): RetranslationResult => ({
    ...{ kind: "retranslated", reach: scope, lines, missed, left: remainingCalls, error },
  });
  for (const [place, call_id] of calls.entries()) {
    const freed = await rpc("retranslate_term", { p_term_id: scope.id, p_call_id: call_id });
    if (!freed.ok) return toResult(calls.slice(place), freed.error.code);
    const done = await translateInBatches(translate, freed.value.line_ids);
    lines += freed.value.line_ids.length;
    // What is free is translated for the next reader who asks, if not now.
    missed += done.ok ? done.value : freed.value.line_ids.length;
    if (!done.ok) return toResult(calls.slice(place + 1), done.error.code);
  }
  return toResult([], null);
}

/** How many lines are still without a new translation into one of the languages. */
async function translateInBatches(translate: TranslateLines, ids: readonly string[]): Promise<Result<number>> {
  const missed = new Set<string>();
  for (let from = 0; from < ids.length; from += LIMITS.translateBatch) {
    const done = await translate(ids.slice(from, from + LIMITS.translateBatch));
    if (!done.ok) return fail(done.error.code, done.error.cause);
    // With a reason beside it, what is ready is what stood there before.
    for (const { line_id, status, reason } of done.value.results)
      if (status === "failed" || status === "unavailable" || reason !== null) missed.add(line_id);
  }
  return ok(missed.size);
}
