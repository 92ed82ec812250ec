/** Those in the call as one person sees them: who they are by the rows, what arrives of them by the transport. */
import type { Participant } from "#contracts/meetings.ts";
import { keepList, keepObject } from "../../platform/store.ts";
import type { Roster } from "./roster.ts";
import { NOTHING_YET, type RemoteMedia } from "./transport.ts";

export interface Person extends RemoteMedia {
  readonly participant: Participant;
  readonly peerId: string;
  readonly isMe: boolean;
}

export interface PeopleSources {
  roster: Roster;
  /** One's own peer. */
  me: { readonly peer_id: string; readonly user_id: string };
  mine: RemoteMedia;
  media: ReadonlyMap<string, RemoteMedia>;
}

/** Each once, in the order in which they came; whoever is as before is the same object. */
export function peopleOf(before: readonly Person[], { roster, me, mine, media }: PeopleSources): readonly Person[] {
  const newest = new Map(roster.peers.map(({ user_id, peer_id }) => [user_id, peer_id]));
  const people = roster.peers.flatMap((peer): Person[] => {
    const participant = roster.participants.get(peer.user_id);
    const isMe = peer.peer_id === me.peer_id;
    // A tab that is being taken over is nobody else. This one is oneself, until it hears of that.
    const shows = peer.user_id === me.user_id ? isMe : newest.get(peer.user_id) === peer.peer_id;
    if (participant === undefined || !shows) return [];
    const shown = isMe ? mine : (media.get(peer.peer_id) ?? NOTHING_YET);
    const known = before.find(({ peerId }) => peerId === peer.peer_id);
    return [keepObject(known, { ...shown, participant, peerId: peer.peer_id, isMe })];
  });
  return keepList(before, people);
}

/** Nothing but poor lines to the others: what one can help by sending and taking less. */
export function isWeak(people: readonly Person[]): boolean {
  const lines = people.flatMap(({ isMe, quality }) => (isMe || quality === null ? [] : [quality]));
  return lines.length > 0 && lines.every((quality) => quality === "poor");
}

/** Raised hands, the first the first. */
export const handsOf = (participants: Iterable<Participant>): readonly Participant[] =>
  [...participants]
    .filter(({ hand, admission }) => hand !== null && admission === "admitted")
    .sort((a, b) => (a.hand ?? 0) - (b.hand ?? 0));
