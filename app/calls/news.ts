/** What somebody who does not look at the call should hear of: the difference of two moments. */
import type { PersonView } from "./view.ts";

export type News =
  | { readonly kind: "came" | "gone" | "hand" | "shares" | "shares-no-more"; readonly name: string }
  | { readonly kind: "reaction"; readonly name: string; readonly emoji: string };

type Known = Pick<PersonView, "id" | "name" | "isMe" | "hand" | "reaction"> & { readonly screen: unknown };

/** Of others, in the order in which it is said. What one does oneself is seen on the control that was pressed. */
export function newsOf(before: readonly Known[], now: readonly Known[]): readonly News[] {
  const known = new Map(before.map((person) => [person.id, person]));
  const here = new Set(now.map(({ id }) => id));
  const others = now.filter(({ isMe }) => !isMe);
  return [
    ...others.filter(({ id }) => !known.has(id)).map(({ name }) => ({ kind: "came", name }) as const),
    ...before.filter(({ id, isMe }) => !isMe && !here.has(id)).map(({ name }) => ({ kind: "gone", name }) as const),
    ...others.flatMap((person) => changes(known.get(person.id), person)),
  ];
}

function changes(was: Known | undefined, { name, hand, screen, reaction }: Known): News[] {
  const news: News[] = [];
  if (hand !== null && was !== undefined && was.hand === null) news.push({ kind: "hand", name });
  if (screen !== null && (was === undefined || was.screen === null)) news.push({ kind: "shares", name });
  if (screen === null && was !== undefined && was.screen !== null) news.push({ kind: "shares-no-more", name });
  if (reaction !== null && was?.reaction !== reaction) news.push({ kind: "reaction", name, emoji: reaction });
  return news;
}
