/** Reads the confirmations of a call, which come in pages of a bounded size. */
import type { CallConfirmations } from "#contracts/confirmations.ts";
import { ok, type Result } from "#contracts/errors.ts";
import type { Rpc } from "../lib/rpc.ts";

/** Returns the pages that were read and the next one. Null: none was read. */
export async function readNextPage(
  rpc: Rpc,
  callId: string,
  read: CallConfirmations | null,
): Promise<Result<CallConfirmations>> {
  const after = read?.next ?? null;
  const page = await rpc("call_confirmations", { p_call_id: callId, ...(after !== null && { p_after: after }) });
  if (!page.ok || read === null) return page;
  const { confirmations, lines, next } = page.value;
  return ok({
    ...{ ...read, next },
    confirmations: [...read.confirmations, ...confirmations],
    lines: [...read.lines, ...lines],
  });
}

/** Returns all pages as one, or the error of the first page that fails. */
export async function readCallConfirmations(rpc: Rpc, callId: string): Promise<Result<CallConfirmations>> {
  let read = await readNextPage(rpc, callId, null);
  while (read.ok && read.value.next !== null) read = await readNextPage(rpc, callId, read.value);
  return read;
}
