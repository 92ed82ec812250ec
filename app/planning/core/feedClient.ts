/** The private feed of a person, of which the database stores a hash. */
import { ok, type Result } from "#contracts/errors.ts";
import type { Rpc } from "~/lib/rpc.ts";

interface FeedClient {
  /** Returns when the address was made, in milliseconds since the epoch. Null: there is none. */
  madeAt(): Promise<Result<number | null>>;
  /** Makes a new address, which is returned this once. The old one stops. */
  renew(): Promise<Result<string>>;
  revoke(): Promise<Result<unknown>>;
}

export const createFeedClient = (rpc: Rpc, origin: string): FeedClient => ({
  async madeAt() {
    const feed = await rpc("my_calendar_feed", {});
    if (!feed.ok) return feed;
    const { created_at } = feed.value;
    return ok(created_at === null ? null : Date.parse(created_at));
  },
  async renew() {
    const feed = await rpc("renew_calendar_feed", {});
    return feed.ok ? ok(`${origin}/calendar/feed/${feed.value.token}.ics`) : feed;
  },
  revoke: () => rpc("revoke_calendar_feed", {}),
});

/** Returns the address under which calendar programs subscribe. */
export const subscriptionAddress = (address: string): string => address.replace(/^https?:/u, "webcal:");
