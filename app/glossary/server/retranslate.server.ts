/** Releases translations after a term changed, so that new ones can be requested. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { ErrorCode } from "#contracts/errors.ts";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
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
    lines: Math.min(lines, GLOSSARY.linesPerRetranslation),
  }));
  const sumOf = (unit: "lines" | "sentences") => found.value.reduce((sum, call) => sum + call[unit], 0);
  return { id, term, language, lines: sumOf("lines"), sentences: sumOf("sentences"), calls };
}

/**
 * Releases the lines of call after call until an error. The page then requests their translations. Without JavaScript they are
 * translated for their next reader.
 */
export async function releaseLines(
  { rpc }: Pick<AppLoadContext, "rpc">,
  scope: RetranslationScope,
  calls: readonly string[],
): Promise<RetranslationResult> {
  const lineIds: string[] = [];
  const toResult = (remainingCalls: readonly string[], error: ErrorCode | null): RetranslationResult => ({
    ...{ kind: "retranslated", scope, lineIds, remainingCalls, error },
  });
  for (const [index, callId] of calls.entries()) {
    const released = await rpc("retranslate_term", { p_term_id: scope.id, p_call_id: callId });
    if (!released.ok) return toResult(calls.slice(index), released.error.code);
    lineIds.push(...released.value.line_ids);
  }
  return toResult([], null);
}
