import type { ParticipantView } from "../core/participantView.ts";

type LayoutParticipant = Pick<ParticipantView, "id" | "number" | "isMe" | "speaking">;

/**
 * Selects the participant for the spotlight: a speaker, else the previous one, else the remote participant who came first.
 * The local participant is selected only when alone. Among several speakers the previous one stays, so that tiles do not jump.
 */
export function pickSpotlight(people: readonly LayoutParticipant[], previous: string | null): string | null {
  const others = people.filter(({ isMe }) => !isMe);
  const speakers = others.filter(({ speaking }) => speaking);
  const stillPresent = (candidates: readonly LayoutParticipant[]) => candidates.find(({ id }) => id === previous);
  const chosen = stillPresent(speakers) ?? speakers[0] ?? stillPresent(others) ?? others[0] ?? people[0];
  return chosen?.id ?? null;
}

export const screenTileKey = ({ id }: Pick<ParticipantView, "id">): string => `screen ${id}`;

/** The pinned participant or screen. `screensAtPin`: keys of the screens that were shared at the time of pinning. */
export interface Pin {
  readonly key: string;
  readonly screensAtPin: readonly string[];
}

/**
 * Updates a pin after the shared screens changed. The pin of a participant survives their absence. The pin of a screen ends
 * with the share: a new share by the same participant is another screen.
 */
export function keepValidPin(pin: Pin | null, screens: readonly string[]): Pin | null {
  if (pin === null || (pin.screensAtPin.includes(pin.key) && !screens.includes(pin.key))) return null;
  const screensAtPin = pin.screensAtPin.filter((screen) => screens.includes(screen));
  return screensAtPin.length === pin.screensAtPin.length ? pin : { ...pin, screensAtPin };
}

export type LayoutMode = "grid" | "speaker";

interface LayoutInput {
  readonly people: readonly LayoutParticipant[];
  /** Keys of the remote screens, oldest first. */
  readonly screens: readonly string[];
  readonly layout: LayoutMode;
  readonly pin: Pin | null;
}

export interface StageLayout {
  /** Key of the spotlighted tile. */
  readonly key: string | null;
  /** Whether the tile is large, with the others beside it. */
  readonly spotlighted: boolean;
  readonly pinned: boolean;
}

/**
 * A pinned tile has the spotlight while it is present, until a screen is shared after pinning. A shared screen comes next.
 * Otherwise all tiles are in a grid, or the speaker has the spotlight.
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

/** Sorts by the order of coming to the meeting, the local participant last. Speaking does not change the order. */
export function sortTiles<Person extends LayoutParticipant>(people: readonly Person[]): readonly Person[] {
  return [...people].sort((a, b) => Number(a.isMe) - Number(b.isMe) || a.number - b.number);
}
