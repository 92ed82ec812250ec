/**
 * Seconds of sound that this process has had recognised today, of a person and of a meeting: a brake. Several processes
 * count apart, and one that starts anew counts from nothing.
 */
import type { Caller } from "../_shared/caller.ts";
import { fail, ok, type Result } from "../_shared/contracts/errors.ts";
import { TRANSCRIBE } from "../_shared/contracts/transcribe.ts";

export interface Place {
  readonly callId: string;
  readonly meetingId: string;
}

/** Takes so many milliseconds; `speech/quota` when they are more than is left, and then nothing is taken. */
export type Spend = (place: Place, milliseconds: number, caller: Caller) => Promise<Result<null>>;

const DAY = 86_400_000;

/** `now`: milliseconds since 1970. */
export function makeSpend(now: () => number): Spend {
  let today = 0;
  let spent = new Map<string, number>();
  return ({ meetingId }, milliseconds, { userId }) => {
    const day = Math.floor(now() / DAY);
    if (day !== today) {
      today = day;
      spent = new Map();
    }
    const after = (who: string) => (spent.get(who) ?? 0) + milliseconds;
    const { user, meeting } = TRANSCRIBE.quota;
    if (after(userId) > user || after(meetingId) > meeting) return Promise.resolve(fail("speech/quota"));
    for (const who of [userId, meetingId]) spent.set(who, after(who));
    return Promise.resolve(ok(null));
  };
}
