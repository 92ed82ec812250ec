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

/** What a person keeps on stage: somebody, or their screen. `over`: the screens that were shared at the press. */
export interface Pin {
  readonly key: string;
  readonly over: readonly string[];
}

/**
 * A pin, after what is shared now. A person's lasts as long as they belong here, also while they are away; a screen's ends
 * with the share: when its owner shares again, that is another one, which came after the pin.
 */
export function stillPinned(pin: Pin | null, screens: readonly string[]): Pin | null {
  if (pin === null || (pin.over.includes(pin.key) && !screens.includes(pin.key))) return null;
  const over = pin.over.filter((screen) => screens.includes(screen));
  return over.length === pin.over.length ? pin : { ...pin, over };
}

export type Layout = "grid" | "speaker";

interface Present {
  readonly people: readonly Placed[];
  /** Keys of the shared screens of others, in the order in which they came. */
  readonly screens: readonly string[];
  readonly layout: Layout;
  readonly pin: Pin | null;
}

export interface Staged {
  /** Of who or what is on stage. */
  readonly key: string | null;
  /** It takes the stage, the others stand beside it. */
  readonly large: boolean;
  readonly pinned: boolean;
}

/**
 * A pin holds as long as what it names is there, and gives way to a screen that is shared after it, which always takes the
 * stage. Otherwise people stand in a grid, or the one who speaks is large.
 */
export function stageOf({ people, screens, layout, pin }: Present, before: string | null): Staged {
  if (pin !== null && screens.every((screen) => pin.over.includes(screen))) {
    if (screens.includes(pin.key) || people.some(({ id }) => id === pin.key))
      return { key: pin.key, large: true, pinned: true };
  }
  const [first] = screens;
  if (first !== undefined) {
    const key = before !== null && screens.includes(before) ? before : first;
    return { key, large: true, pinned: false };
  }
  return { key: onStage(people, before), large: layout === "speaker" && people.length > 1, pinned: false };
}

/** The order of tiles: by coming to the meeting, oneself last. The same for as long as the same people are here. */
export function arrange<Person extends Placed>(people: readonly Person[]): readonly Person[] {
  return [...people].sort((a, b) => Number(a.isMe) - Number(b.isMe) || a.number - b.number);
}
