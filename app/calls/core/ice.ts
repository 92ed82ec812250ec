/**
 * The STUN and TURN servers of a stay: those that the page knows from the start, until the function `ice` gives this
 * peer its own. Their credentials end; they are asked for anew before that.
 */
import { fail, ok, type Result } from "#contracts/errors.ts";
import { ICE, type IceAnswer, iceAnswer } from "#contracts/ice.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Http } from "../../platform/rpcHttp.ts";
import { createStore, type Store } from "../../platform/store.ts";

export interface Ice extends Store<readonly RTCIceServer[]> {
  /** The first answer is there, or has taken too long: connections are made with what is known. Never rejects. */
  readonly ready: Promise<void>;
  /** A connection does not come up: the credentials may be what is wrong. */
  renew(): void;
  close(): void;
}

/** The call must not stand still for it. */
export const ICE_PATIENCE = 1_500;
/** Of the life of credentials, how much is used. */
const RENEW_AT = 0.9;

export type AskIce = (peerId: string, signal: AbortSignal) => Promise<Result<IceAnswer>>;

export const createAskIce =
  (http: Pick<Http, "post">, meeting_id: string): AskIce =>
  async (peer_id, signal) => {
    const answer = await http.post("/functions/v1/ice", { meeting_id, peer_id }, { signal });
    if (!answer.ok) return answer;
    const parsed = iceAnswer.safeParse(answer.value);
    return parsed.success ? ok(parsed.data) : fail("bug/unexpected", "ice answered in another shape");
  };

export interface IceOptions {
  /** Given up with the stay. */
  ask: (signal: AbortSignal) => Promise<Result<IceAnswer>>;
  known: readonly RTCIceServer[];
  clock: Clock;
}

export function createIce({ ask, known, clock }: IceOptions): Ice {
  const store = createStore<readonly RTCIceServer[]>(known);
  const first = Promise.withResolvers<void>();
  const cancelPatience = clock.after(ICE_PATIENCE, () => first.resolve());
  const ending = new AbortController();
  let cancelRenewal: Cancel = () => {};
  let asking = false;
  let closed = false;

  async function renew(): Promise<void> {
    if (asking || closed) return;
    asking = true;
    cancelRenewal();
    const answer = await ask(ending.signal);
    asking = false;
    if (closed) return;
    // What is known stays where the function is not reached: a call in one network needs no server.
    if (answer.ok && answer.value.ice_servers.length > 0) store.set(answer.value.ice_servers.map(serverOf));
    cancelPatience();
    first.resolve();
    const wait = answer.ok ? Math.max(ICE.retry, answer.value.expires_in * RENEW_AT) : ICE.retry;
    cancelRenewal = clock.after(wait, () => void renew());
  }
  void renew();

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    ready: first.promise,
    renew: () => void renew(),
    close() {
      closed = true;
      ending.abort();
      cancelPatience();
      cancelRenewal();
      first.resolve();
    },
  };
}

const serverOf = ({ urls, username, credential }: IceAnswer["ice_servers"][number]): RTCIceServer => ({
  urls,
  ...(username !== undefined && { username }),
  ...(credential !== undefined && { credential }),
});
