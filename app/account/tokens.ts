/** The page's access token: fetched from `/session` when first needed, kept, and renewed before it ends. */
import { sessionAnswer } from "#contracts/session.ts";
import type { Clock } from "~/platform/clock.ts";

/** Asked for anew when less than this is left. Milliseconds. */
const RENEW_BEFORE = 2 * 60_000;

export interface Tokens {
  /** The token to use now; `null` when the session is over. Throws when the server cannot be reached. */
  accessToken(options?: { renew: boolean }): Promise<string | null>;
}

/** `endsAt` by the page's own clock. */
interface Held {
  accessToken: string;
  endsAt: number;
}

export function createTokens({ fetch, clock }: { fetch: typeof globalThis.fetch; clock: Clock }): Tokens {
  let held: Held | null = null;
  let asking: Promise<Held | null> | null = null;

  async function ask(renew: boolean): Promise<Held | null> {
    const answer = await fetch("/session", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ renew }),
    });
    if (answer.status === 401) return null;
    if (!answer.ok) throw new Error(`/session answered ${answer.status}`);
    const { accessToken, expiresIn } = sessionAnswer.parse(await answer.json());
    return { accessToken, endsAt: clock.now() + expiresIn };
  }

  return {
    async accessToken({ renew } = { renew: false }) {
      if (!renew && held && held.endsAt - clock.now() > RENEW_BEFORE) return held.accessToken;
      asking ??= ask(renew).finally(() => {
        asking = null;
      });
      held = await asking;
      return held?.accessToken ?? null;
    },
  };
}
