/**
 * Shows own reactions at once and reverts rejected ones. If a reaction is toggled several times, the last state counts,
 * and only one request for it is in flight.
 */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Emoji, Reactions } from "#contracts/lines.ts";

type PendingReactions = ReadonlyMap<Emoji, boolean>;

export interface OptimisticReactions {
  set(lineId: string, emoji: Emoji, given: boolean): void;
  /** Merges stored and pending reactions. Returns the same object while both are unchanged. */
  withPending(lineId: string, stored: Reactions): Reactions;
}

export interface OptimisticReactionsOptions {
  /** User id of the local participant. */
  me: string;
  send: (lineId: string, emoji: Emoji, given: boolean) => Promise<Result<{ reactions: Reactions }>>;
  onStored: (lineId: string, reactions: Reactions) => void;
  onRejected: (lineId: string, error: Failure) => void;
  onChange: () => void;
}

export function createOptimisticReactions({
  me,
  send,
  onStored,
  onRejected,
  onChange,
}: OptimisticReactionsOptions): OptimisticReactions {
  const pending = new Map<string, PendingReactions>();
  const inFlight = new Set<string>();
  const cache = new Map<string, { stored: Reactions; wanted: PendingReactions; merged: Reactions }>();

  const setPending = (lineId: string, emoji: Emoji, given: boolean | null) => {
    const next = new Map(pending.get(lineId));
    if (given === null) next.delete(emoji);
    else next.set(emoji, given);
    if (next.size > 0) pending.set(lineId, next);
    else pending.delete(lineId);
  };

  async function flush(lineId: string, emoji: Emoji): Promise<void> {
    const key = `${lineId} ${emoji}`;
    if (inFlight.has(key)) return;
    inFlight.add(key);
    let lastSent: boolean | undefined;
    let result: Result<{ reactions: Reactions }> | undefined;
    for (;;) {
      const wanted = pending.get(lineId)?.get(emoji);
      if (wanted === undefined || wanted === lastSent) break;
      lastSent = wanted;
      result = await send(lineId, emoji, wanted);
      if (!result.ok) break;
    }
    inFlight.delete(key);
    setPending(lineId, emoji, null);
    if (result?.ok) onStored(lineId, result.value.reactions);
    else if (result !== undefined) onRejected(lineId, result.error);
    onChange();
  }

  return {
    set(lineId, emoji, given) {
      setPending(lineId, emoji, given);
      onChange();
      void flush(lineId, emoji);
    },
    withPending(lineId, stored) {
      const wanted = pending.get(lineId);
      if (wanted === undefined) return stored;
      const cached = cache.get(lineId);
      if (cached?.stored === stored && cached.wanted === wanted) return cached.merged;
      let merged = stored;
      for (const [emoji, given] of wanted) merged = withReaction(merged, emoji, me, given);
      cache.set(lineId, { stored, wanted, merged });
      return merged;
    },
  };
}

/** Adds a new reaction at the end; removes a reaction without users. */
function withReaction(reactions: Reactions, emoji: Emoji, userId: string, given: boolean): Reactions {
  const existing = reactions.find((reaction) => reaction.emoji === emoji);
  if ((existing?.user_ids.includes(userId) ?? false) === given) return reactions;
  if (existing === undefined) return [...reactions, { emoji, user_ids: [userId] }];
  const user_ids = given ? [...existing.user_ids, userId] : existing.user_ids.filter((id) => id !== userId);
  return reactions.flatMap((reaction) =>
    reaction !== existing ? [reaction] : user_ids.length > 0 ? [{ emoji, user_ids }] : [],
  );
}
