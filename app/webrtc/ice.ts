/**
 * The STUN and TURN servers of a call session: the page's configured servers, until the edge function `ice` returns this
 * peer's own. The credentials of those expire and are renewed before.
 */
import type { Result } from "#contracts/errors.ts";
import { ICE, type IceResponse } from "#contracts/ice.ts";
import type { Cancel, Clock } from "../lib/clock.ts";
import { createStore, type Store } from "../lib/store.ts";

export interface IceServerStore extends Store<readonly RTCIceServer[]> {
  /** Resolves with the first response, or after `ICE_TIMEOUT_MS`. Never rejects. */
  readonly ready: Promise<void>;
  /**
   * Fetches new credentials, after a connection could not be established. Does nothing soon after the last time: a peer that never
   * connects would use up this person's requests.
   */
  renew(): void;
  close(): void;
}

export const ICE_TIMEOUT_MS = 1_500;
/**
 * Part of the credentials' lifetime after which they are renewed. Only the offering side restarts ICE, so between its own
 * renewals the credentials of the other side must not expire.
 */
const RENEW_AT_FRACTION = 0.5;
const ON_DEMAND_INTERVAL_MS = 300_000;

export type FetchIceServers = (peerId: string, signal: AbortSignal) => Promise<Result<IceResponse>>;

export interface IceServerStoreOptions {
  /** The signal aborts when the store closes. */
  fetchServers: (signal: AbortSignal) => Promise<Result<IceResponse>>;
  initialServers: readonly RTCIceServer[];
  clock: Clock;
}

export function createIceServerStore({ fetchServers, initialServers, clock }: IceServerStoreOptions): IceServerStore {
  const store = createStore<readonly RTCIceServer[]>(initialServers);
  const firstResponse = Promise.withResolvers<void>();
  const cancelTimeout = clock.after(ICE_TIMEOUT_MS, () => firstResponse.resolve());
  const abortController = new AbortController();
  const { signal } = abortController;
  let cancelRenewal: Cancel = () => {};
  let demandedAt = Number.NEGATIVE_INFINITY;
  let fetching = false;

  async function renew(): Promise<void> {
    if (fetching || signal.aborted) return;
    fetching = true;
    cancelRenewal();
    const result = await fetchServers(signal);
    fetching = false;
    if (signal.aborted) return;
    let renewDelayMs: number = ICE.retryDelayMs;
    // A failed request keeps the current servers: a call within one network needs none.
    if (result.ok) {
      const { ice_servers, expires_in } = result.value;
      // The types differ in `undefined`, which a connection takes as missing.
      if (ice_servers.length > 0) store.set(ice_servers as RTCIceServer[]);
      renewDelayMs = Math.max(renewDelayMs, expires_in * RENEW_AT_FRACTION);
    }
    cancelTimeout();
    firstResponse.resolve();
    cancelRenewal = clock.after(renewDelayMs, () => void renew());
  }
  void renew();

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    ready: firstResponse.promise,
    renew() {
      if (clock.now() - demandedAt < ON_DEMAND_INTERVAL_MS) return;
      demandedAt = clock.now();
      void renew();
    },
    close() {
      abortController.abort();
      cancelTimeout();
      cancelRenewal();
      firstResponse.resolve();
    },
  };
}
