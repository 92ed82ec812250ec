/**
 * The marks under lines as this person sees them: those that the server has, with their own press shown at once and taken
 * back when it is refused. Of several presses on one mark the last counts, and no two of them are under way together.
 */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Emoji, Reactions } from "#contracts/lines.ts";

type PendingReactions = ReadonlyMap<Emoji, boolean>;

export interface OptimisticReactions {
  set(lineId: string, emoji: Emoji, given: boolean): void;
  /** The server's with one's own wishes; the same object for as long as both are. */
  withPending(lineId: string, stored: Reactions): Reactions;
}

export interface OptimisticReactionsOptions {
  /** User id of this person. */
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
  const cache = new Map<string, { stored: Reactions; wished: PendingReactions; shown: Reactions }>();

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
      const wished = pending.get(lineId);
      if (wished === undefined) return stored;
      const known = cache.get(lineId);
      if (known?.stored === stored && known.wished === wished) return known.shown;
      let shown = stored;
      for (const [emoji, given] of wished) shown = withReaction(shown, emoji, me, given);
      cache.set(lineId, { stored, wished, shown });
      return shown;
    },
  };
}

/** A mark that nobody gives any more goes; one that was not there comes last. */
function withReaction(reactions: Reactions, emoji: Emoji, person: string, given: boolean): Reactions {
  const known = reactions.find((one) => one.emoji === emoji);
  if ((known?.user_ids.includes(person) ?? false) === given) return reactions;
  if (known === undefined) return [...reactions, { emoji, user_ids: [person] }];
  const user_ids = given ? [...known.user_ids, person] : known.user_ids.filter((id) => id !== person);
  return reactions.flatMap((one) => (one !== known ? [one] : user_ids.length > 0 ? [{ emoji, user_ids }] : []));
}
