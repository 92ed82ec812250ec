/**
 * The STUN and TURN servers of a stay: those that the page knows from the start, until the function `ice` gives this
 * peer its own. Their credentials end; they are asked for anew before that.
 */
import { fail, ok, type Result } from "#contracts/errors.ts";
import { ICE, type IceResponse, iceResponse } from "#contracts/ice.ts";
import type { Cancel, Clock } from "../lib/clock.ts";
import { createStore, type Store } from "../lib/store.ts";
import type { SupabaseHttp } from "../lib/supabaseHttp.ts";

export interface IceServerStore extends Store<readonly RTCIceServer[]> {
  /** The first answer is there, or has taken too long: connections are made with what is known. Never rejects. */
  readonly ready: Promise<void>;
  /** A connection does not come up: the credentials may be what is wrong. */
  renew(): void;
  close(): void;
}

/** The call must not stand still for it. */
export const ICE_TIMEOUT_MS = 1_500;
/** Of the life of credentials, how much is used. */
const RENEW_AT_FRACTION = 0.9;

export type FetchIceServers = (peerId: string, signal: AbortSignal) => Promise<Result<IceResponse>>;

export const createFetchIceServers =
  (http: Pick<SupabaseHttp, "post">, meeting_id: string): FetchIceServers =>
  async (peer_id, signal) => {
    const response = await http.post("/functions/v1/ice", { meeting_id, peer_id }, { signal });
    if (!response.ok) return response;
    const parsed = iceResponse.safeParse(response.value);
    return parsed.success ? ok(parsed.data) : fail("bug/unexpected", "ice answered in another shape");
  };

export interface IceServerStoreOptions {
  /** Given up with the stay. */
  fetchServers: (signal: AbortSignal) => Promise<Result<IceResponse>>;
  initialServers: readonly RTCIceServer[];
  clock: Clock;
}

export function createIceServerStore({ fetchServers, initialServers, clock }: IceServerStoreOptions): IceServerStore {
  const store = createStore<readonly RTCIceServer[]>(initialServers);
  const firstResponse = Promise.withResolvers<void>();
  const cancelTimeout = clock.after(ICE_TIMEOUT_MS, () => firstResponse.resolve());
  const abortController = new AbortController();
  let cancelRenewal: Cancel = () => {};
  let fetching = false;
  let closed = false;

  async function renew(): Promise<void> {
    if (fetching || closed) return;
    fetching = true;
    cancelRenewal();
    const result = await fetchServers(abortController.signal);
    fetching = false;
    if (closed) return;
    // What is known stays where the function is not reached: a call in one network needs no server.
    if (result.ok && result.value.ice_servers.length > 0) store.set(result.value.ice_servers.map(toRtcIceServer));
    cancelTimeout();
    firstResponse.resolve();
    const renewDelayMs = result.ok
      ? Math.max(ICE.retryDelayMs, result.value.expires_in * RENEW_AT_FRACTION)
      : ICE.retryDelayMs;
    cancelRenewal = clock.after(renewDelayMs, () => void renew());
  }
  void renew();

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    ready: firstResponse.promise,
    renew: () => void renew(),
    close() {
      closed = true;
      abortController.abort();
      cancelTimeout();
      cancelRenewal();
      firstResponse.resolve();
    },
  };
}

const toRtcIceServer = ({ urls, username, credential }: IceResponse["ice_servers"][number]): RTCIceServer => ({
  urls,
  ...(username !== undefined && { username }),
  ...(credential !== undefined && { credential }),
});
