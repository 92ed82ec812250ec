import type { Clock } from "../lib/clock.ts";
import { retry } from "../lib/retry.ts";
import type { Rpc } from "../lib/rpc.ts";
import { type CallSession, isRejection } from "./callSession.ts";

const LEAVE_RETRY_DELAYS_MS = [1_000, 3_000] as const;

/**
 * Tells the server that this peer left. Resolves after the first attempt, and retries in the background. Uses the last
 * token, because the user may have signed out. Does nothing to a peer that is gone.
 */
export async function leaveCall(
  rpc: Rpc,
  clock: Clock,
  { call, ownPeer }: Pick<CallSession, "call" | "ownPeer">,
): Promise<void> {
  const args = { p_call_id: call.id, p_peer_id: ownPeer.peer_id };
  const firstAttempt = Promise.withResolvers<void>();
  const attempt = () => rpc("leave_call", args, { useLastToken: true }).finally(firstAttempt.resolve);
  void retry(attempt, { clock, delaysMs: LEAVE_RETRY_DELAYS_MS, isTransient: (error) => !isRejection(error) });
  await firstAttempt.promise;
}
