/** Sums up the answers to a confirmation. */
import type { Confirmation, ConfirmationPerson } from "#contracts/confirmations.ts";

/** Nobody's silence is a yes. */
export const isConfirmedByAll = ({ counts }: Confirmation): boolean => counts.understood === counts.asked;

/** Returns the number of questions and other readings. */
export const openCount = ({ counts }: Pick<Confirmation, "counts">): number => counts.unclear + counts.different;

export const isWaitingFor = ({ people, asks_me, waits_for_owner }: Confirmation, me: string | null): boolean =>
  asks_me && !waits_for_owner && people.some(({ user_id, answer }) => user_id === me && answer === null);

/** Returns the people whose words are open: questions first. */
export const peopleWithWords = ({ people }: Confirmation): readonly ConfirmationPerson[] =>
  people
    .filter(({ words }) => words !== null)
    .sort((a, b) => Number(b.answer === "unclear") - Number(a.answer === "unclear"));

export type DueState =
  | { readonly kind: "today" | "tomorrow" | "later" }
  /** `days`: since the day passed. */
  | { readonly kind: "late"; readonly days: number };

const DAY_MS = 86_400_000;

/** Both are days: `2026-12-01`. */
export function dueState(dueOn: string, today: string): DueState {
  const days = Math.round((Date.parse(dueOn) - Date.parse(today)) / DAY_MS);
  if (days < 0) return { kind: "late", days: -days };
  if (days === 0) return { kind: "today" };
  return { kind: days === 1 ? "tomorrow" : "later" };
}
