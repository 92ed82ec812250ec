import type { ParticipantView } from "../core/participantView.ts";

type LayoutParticipant = Pick<ParticipantView, "id" | "number" | "isMe" | "speaking">;

/**
 * Who is on stage, the wide tile where only one fits: who speaks now, else who was on stage before, else the other who
 * came first; oneself only when alone. Among several speakers whoever was on stage stays, so that tiles do not jump.
 */
export function pickSpotlight(people: readonly LayoutParticipant[], previous: string | null): string | null {
  const others = people.filter(({ isMe }) => !isMe);
  const speakers = others.filter(({ speaking }) => speaking);
  const stillPresent = (candidates: readonly LayoutParticipant[]) => candidates.find(({ id }) => id === previous);
  const chosen = stillPresent(speakers) ?? speakers[0] ?? stillPresent(others) ?? others[0] ?? people[0];
  return chosen?.id ?? null;
}

/** What a person keeps on stage: somebody, or their screen. `over`: the screens that were shared at the press. */
export interface Pin {
  readonly key: string;
  readonly screensAtPin: readonly string[];
}

/**
 * A pin, after what is shared now. A person's lasts as long as they belong here, also while they are away; a screen's ends
 * with the share: when its owner shares again, that is another one, which came after the pin.
 */
export function keepValidPin(pin: Pin | null, screens: readonly string[]): Pin | null {
  if (pin === null || (pin.screensAtPin.includes(pin.key) && !screens.includes(pin.key))) return null;
  const screensAtPin = pin.screensAtPin.filter((screen) => screens.includes(screen));
  return screensAtPin.length === pin.screensAtPin.length ? pin : { ...pin, screensAtPin };
}

export type LayoutMode = "grid" | "speaker";

interface LayoutInput {
  readonly people: readonly LayoutParticipant[];
  /** Keys of the shared screens of others, in the order in which they came. */
  readonly screens: readonly string[];
  readonly layout: LayoutMode;
  readonly pin: Pin | null;
}

export interface StageLayout {
  /** Of who or what is on stage. */
  readonly key: string | null;
  /** It takes the stage, the others stand beside it. */
  readonly spotlighted: boolean;
  readonly pinned: boolean;
}

/**
 * A pin holds as long as what it names is there, and gives way to a screen that is shared after it, which always takes the
 * stage. Otherwise people stand in a grid, or the one who speaks is large.
 */
export function computeLayout({ people, screens, layout, pin }: LayoutInput, previous: string | null): StageLayout {
  if (pin !== null && screens.every((screen) => pin.screensAtPin.includes(screen))) {
    if (screens.includes(pin.key) || people.some(({ id }) => id === pin.key))
      return { key: pin.key, spotlighted: true, pinned: true };
  }
  const [first] = screens;
  if (first !== undefined) {
    const key = previous !== null && screens.includes(previous) ? previous : first;
    return { key, spotlighted: true, pinned: false };
  }
  return {
    key: pickSpotlight(people, previous),
    spotlighted: layout === "speaker" && people.length > 1,
    pinned: false,
  };
}

/** The order of tiles: by coming to the meeting, oneself last. The same for as long as the same people are here. */
export function sortTiles<Person extends LayoutParticipant>(people: readonly Person[]): readonly Person[] {
  return [...people].sort((a, b) => Number(a.isMe) - Number(b.isMe) || a.number - b.number);
}
