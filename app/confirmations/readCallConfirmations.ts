/** Reads the confirmations of a call, which come in pages of a bounded size. */
import type { CallConfirmations } from "#contracts/confirmations.ts";
import { ok, type Result } from "#contracts/errors.ts";
import type { Rpc } from "../lib/rpc.ts";

/** Returns all pages as one, or the error of the first page that fails. */
export async function readCallConfirmations(rpc: Rpc, callId: string): Promise<Result<CallConfirmations>> {
  const first = await rpc("call_confirmations", { p_call_id: callId });
  if (!first.ok) return first;
  const { next: second, ...all } = first.value;
  const confirmations = [...all.confirmations];
  const lines = [...all.lines];
  for (let after = second; after !== null; ) {
    const page = await rpc("call_confirmations", { p_call_id: callId, p_after: after });
    if (!page.ok) return page;
    confirmations.push(...page.value.confirmations);
    lines.push(...page.value.lines);
    after = page.value.next;
  }
  return ok({ ...all, confirmations, lines, next: null });
}
