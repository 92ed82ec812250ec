/** Sends within the limit of a second that providers have for all emails of an account. */
import type { Provider } from "../_shared/email/provider.ts";

/** Two a second, because the emails with codes share the limit, and those are sent at once. */
const SPACING_MS = 500;
const MAX_REPEATS = 3;
/** A provider that asks for more has no emails left for an hour, a day or a month. */
const LONGEST_PAUSE_MS = 5_000;

export function createPacedProvider(
  provider: Provider,
  now: () => number,
  wait: (milliseconds: number) => Promise<void>,
): Provider {
  let next = Number.NEGATIVE_INFINITY;
  const sendInTurn: Provider["send"] = async (...email) => {
    if (now() < next) await wait(next - now());
    next = now() + SPACING_MS;
    return await provider.send(...email);
  };
  return {
    send: async (...email) => {
      let result = await sendInTurn(...email);
      for (let repeat = 0; repeat < MAX_REPEATS; repeat += 1) {
        const { retryAfterMs } = result;
        if (retryAfterMs === undefined || retryAfterMs > LONGEST_PAUSE_MS) return result;
        await wait(retryAfterMs);
        result = await sendInTurn(...email);
      }
      return result;
    },
  };
}
