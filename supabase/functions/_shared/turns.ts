/** How often one may ask of this process: a brake. What must hold exactly is counted by the database. */

export interface TurnsOptions {
  /** Turns of one person in `span` milliseconds. */
  readonly count: number;
  readonly span: number;
  /** Milliseconds, of any origin. */
  now(): number;
}

/** Takes a turn for somebody; false when they had all of theirs. */
export function makeTurns({ count, span, now }: TurnsOptions): (who: string) => boolean {
  let began = now();
  let taken = new Map<string, number>();
  return (who) => {
    if (now() - began >= span) {
      began = now();
      taken = new Map();
    }
    const mine = (taken.get(who) ?? 0) + 1;
    if (mine > count) return false;
    taken.set(who, mine);
    return true;
  };
}
