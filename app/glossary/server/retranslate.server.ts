/** Requests new translations after a term changed, as the caller. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import { type ErrorCode, fail, ok, type Result } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import { systemClock } from "~/lib/clock.ts";
import { createSupabaseHttp } from "~/lib/supabaseHttp.ts";
import { createTranslateLines, type TranslateLines } from "~/translation/translateLines.ts";
import type { RetranslationResult, RetranslationScope } from "../core/glossaryView.ts";

/** Returns recent occurrences of an approved term; null if there are none or they cannot be read. */
export async function readRetranslationScope(
  { rpc }: Pick<AppLoadContext, "rpc">,
  { id, term, language }: Pick<RetranslationScope, "id" | "term" | "language">,
): Promise<RetranslationScope | null> {
  const found = await rpc("term_occurrences", { p_term_id: id });
  if (!found.ok || found.value.length === 0) return null;
  const calls = found.value.map(({ call_id, lines }) => ({
    id: call_id,
    lines: Math.min(lines, LIMITS.linesPerRetranslation),
  }));
  const sumOf = (unit: "lines" | "sentences") => found.value.reduce((sum, call) => sum + call[unit], 0);
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

/** Retranslates call by call until an error. Finished calls stay, the others can be retried. */
export async function retranslate(
  { rpc, translate }: Pick<AppLoadContext, "rpc"> & { readonly translate: TranslateLines },
  scope: RetranslationScope,
  calls: readonly string[],
): Promise<RetranslationResult> {
  let lines = 0;
  let missed = 0;
  const toResult = (remainingCalls: readonly string[], error: ErrorCode | null): RetranslationResult => ({
    ...{ kind: "retranslated", scope, lines, missed, remainingCalls, error },
  });
  for (const [index, callId] of calls.entries()) {
    const released = await rpc("retranslate_term", { p_term_id: scope.id, p_call_id: callId });
    if (!released.ok) return toResult(calls.slice(index), released.error.code);
    const missedLines = await translateInBatches(translate, released.value.line_ids);
    lines += released.value.line_ids.length;
    // Released lines that fail now are translated for the next reader.
    missed += missedLines.ok ? missedLines.value : released.value.line_ids.length;
    if (!missedLines.ok) return toResult(calls.slice(index + 1), missedLines.error.code);
  }
  return toResult([], null);
}

/** Returns the number of lines that lack a new translation into some language. */
async function translateInBatches(translate: TranslateLines, ids: readonly string[]): Promise<Result<number>> {
  const missed = new Set<string>();
  for (let from = 0; from < ids.length; from += LIMITS.linesPerTranslateRequest) {
    const response = await translate(ids.slice(from, from + LIMITS.linesPerTranslateRequest));
    if (!response.ok) return fail(response.error.code, response.error.cause);
    // With a reason, a ready translation is the old one.
    for (const { line_id, status, reason } of response.value.results)
      if (status === "failed" || status === "unavailable" || reason !== null) missed.add(line_id);
  }
  return ok(missed.size);
}
