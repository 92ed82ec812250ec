/**
 * The marks under lines as this person sees them: those that the server has, with their own press shown at once and taken
 * back when it is refused. Of several presses on one mark the last counts, and no two of them are under way together.
 */
import type { Failure, Result } from "#contracts/errors.ts";
import type { Emoji, Reactions } from "#contracts/lines.ts";

type Wishes = ReadonlyMap<Emoji, boolean>;

export interface Marks {
  press(lineId: string, emoji: Emoji, given: boolean): void;
  /** The server's with one's own wishes; the same object for as long as both are. */
  shown(lineId: string, stored: Reactions): Reactions;
}

export interface MarksOptions {
  /** User id of this person. */
  me: string;
  send: (lineId: string, emoji: Emoji, given: boolean) => Promise<Result<{ reactions: Reactions }>>;
  answered: (lineId: string, reactions: Reactions) => void;
  refused: (lineId: string, error: Failure) => void;
  changed: () => void;
}

export function createMarks({ me, send, answered, refused, changed }: MarksOptions): Marks {
  const wishes = new Map<string, Wishes>();
  const underWay = new Set<string>();
  const before = new Map<string, { stored: Reactions; wished: Wishes; shown: Reactions }>();

  const wish = (lineId: string, emoji: Emoji, given: boolean | null) => {
    const next = new Map(wishes.get(lineId));
    if (given === null) next.delete(emoji);
    else next.set(emoji, given);
    if (next.size > 0) wishes.set(lineId, next);
    else wishes.delete(lineId);
  };

  async function settle(lineId: string, emoji: Emoji): Promise<void> {
    const key = `${lineId} ${emoji}`;
    if (underWay.has(key)) return;
    underWay.add(key);
    let asked: boolean | undefined;
    let answer: Result<{ reactions: Reactions }> | undefined;
    for (;;) {
      const wanted = wishes.get(lineId)?.get(emoji);
      if (wanted === undefined || wanted === asked) break;
      asked = wanted;
      answer = await send(lineId, emoji, wanted);
      if (!answer.ok) break;
    }
    underWay.delete(key);
    wish(lineId, emoji, null);
    if (answer?.ok) answered(lineId, answer.value.reactions);
    else if (answer !== undefined) refused(lineId, answer.error);
    changed();
  }

  return {
    press(lineId, emoji, given) {
      wish(lineId, emoji, given);
      changed();
      void settle(lineId, emoji);
    },
    shown(lineId, stored) {
      const wished = wishes.get(lineId);
      if (wished === undefined) return stored;
      const known = before.get(lineId);
      if (known?.stored === stored && known.wished === wished) return known.shown;
      let shown = stored;
      for (const [emoji, given] of wished) shown = withMark(shown, emoji, me, given);
      before.set(lineId, { stored, wished, shown });
      return shown;
    },
  };
}

/** A mark that nobody gives any more goes; one that was not there comes last. */
function withMark(reactions: Reactions, emoji: Emoji, person: string, given: boolean): Reactions {
  const known = reactions.find((one) => one.emoji === emoji);
  if ((known?.user_ids.includes(person) ?? false) === given) return reactions;
  if (known === undefined) return [...reactions, { emoji, user_ids: [person] }];
  const user_ids = given ? [...known.user_ids, person] : known.user_ids.filter((id) => id !== person);
  return reactions.flatMap((one) => (one !== known ? [one] : user_ids.length > 0 ? [{ emoji, user_ids }] : []));
}
