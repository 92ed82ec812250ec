/** The colours of people. A participant's colour is in the database: their own one, or the next free one of the meeting. */

const COLOUR_COUNT = 12;

/** Returns the person's colour outside of meetings, from 1 to 12: the same as `private.own_colour`. */
export const ownColour = (userId: string): number => (Number.parseInt(userId.slice(-7), 16) % COLOUR_COUNT) + 1;

/** Returns `own`, or the next colour that is not taken. Returns `own` if all are taken. */
export function freeColour(own: number, taken: readonly number[]): number {
  const candidates = Array.from({ length: COLOUR_COUNT }, (_, step) => ((own - 1 + step) % COLOUR_COUNT) + 1);
  return candidates.find((colour) => !taken.includes(colour)) ?? own;
}
