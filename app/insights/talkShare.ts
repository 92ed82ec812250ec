/**
 * The part of the talk in this call that is the local participant's, by the voices on this page. It is not sent, so it also
 * works in a meeting that keeps nothing.
 */
import type { CallParticipant } from "../call/participants.ts";
import type { Clock } from "../lib/clock.ts";
import type { Store } from "../lib/store.ts";

export interface Voice extends Pick<CallParticipant, "isMe" | "speaking"> {
  readonly participant: Pick<CallParticipant["participant"], "muted">;
}

/** Talk after which a share is more than noise. */
export const MIN_TALK_MS = 60_000;
/** The hint is quiet: it changes rarely. */
export const TALK_SHARE_INTERVAL_MS = 10_000;

/** Calls `onChange` with the share between 0 and 1, or null while there was too little talk. Returns a function that stops. */
export function watchTalkShare(
  call: Store<{ readonly people: readonly Voice[] }>,
  clock: Clock,
  onChange: (share: number | null) => void,
): () => void {
  let [mine, everyone] = [0, 0];
  let since = clock.now();
  let speaking = { me: 0, all: 0 };

  function settle() {
    const elapsed = Math.max(0, clock.now() - since);
    since = clock.now();
    mine += elapsed * speaking.me;
    everyone += elapsed * speaking.all;
    const heard = call.getSnapshot().people.filter((person) => person.speaking && !person.participant.muted);
    speaking = { me: heard.filter(({ isMe }) => isMe).length, all: heard.length };
  }

  settle();
  const unsubscribe = call.subscribe(settle);
  const stop = clock.every(TALK_SHARE_INTERVAL_MS, () => {
    settle();
    const isAlone = call.getSnapshot().people.length < 2;
    onChange(everyone < MIN_TALK_MS || isAlone ? null : mine / everyone);
  });
  return () => {
    unsubscribe();
    stop();
  };
}
