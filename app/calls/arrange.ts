import type { PersonView } from "./view.ts";

type Placed = Pick<PersonView, "id" | "number" | "isMe" | "speaking">;

/**
 * Who is on stage, the wide tile where only one fits: who speaks now, else who was on stage before, else the other who
 * came first; oneself only when alone. Among several speakers whoever was on stage stays, so that tiles do not jump.
 */
export function onStage(people: readonly Placed[], before: string | null): string | null {
  const others = people.filter(({ isMe }) => !isMe);
  const speakers = others.filter(({ speaking }) => speaking);
  const stays = (candidates: readonly Placed[]) => candidates.find(({ id }) => id === before);
  const chosen = stays(speakers) ?? speakers[0] ?? stays(others) ?? others[0] ?? people[0];
  return chosen?.id ?? null;
}

/** The order of tiles: by coming to the meeting, oneself last. The same for as long as the same people are here. */
export function arrange<Person extends Placed>(people: readonly Person[]): readonly Person[] {
  return [...people].sort((a, b) => Number(a.isMe) - Number(b.isMe) || a.number - b.number);
}
