/** Those in the call as one person sees them: who they are by the rows, what arrives of them by the transport. */
import type { Participant } from "#contracts/meetings.ts";
import { reuseIfShallowEqual, reuseListIfEqual } from "../lib/store.ts";
import { INITIAL_REMOTE_MEDIA, type RemoteMedia } from "../webrtc/transport.ts";
import type { Roster } from "./roster.ts";

export interface CallParticipant extends RemoteMedia {
  readonly participant: Participant;
  readonly peerId: string;
  readonly isMe: boolean;
}

export interface ParticipantSources {
  roster: Roster;
  /** One's own peer. */
  ownPeer: { readonly peer_id: string; readonly user_id: string };
  localMedia: RemoteMedia;
  remoteMedia: ReadonlyMap<string, RemoteMedia>;
}

/** Each once, in the order in which they came; whoever is as before is the same object. */
export function participantsOf(
  previous: readonly CallParticipant[],
  { roster, ownPeer, localMedia, remoteMedia }: ParticipantSources,
): readonly CallParticipant[] {
  const newestPeerByUser = new Map(roster.peers.map(({ user_id, peer_id }) => [user_id, peer_id]));
  const people = roster.peers.flatMap((peer): CallParticipant[] => {
    const participant = roster.participants.get(peer.user_id);
    const isMe = peer.peer_id === ownPeer.peer_id;
    // A tab that is being taken over is nobody else. This one is oneself, until it hears of that.
    const visible = peer.user_id === ownPeer.user_id ? isMe : newestPeerByUser.get(peer.user_id) === peer.peer_id;
    if (participant === undefined || !visible) return [];
    const peerMedia = isMe ? localMedia : (remoteMedia.get(peer.peer_id) ?? INITIAL_REMOTE_MEDIA);
    const previousParticipant = previous.find(({ peerId }) => peerId === peer.peer_id);
    return [reuseIfShallowEqual(previousParticipant, { ...peerMedia, participant, peerId: peer.peer_id, isMe })];
  });
  return reuseListIfEqual(previous, people);
}

/** Nothing but poor lines to the others: what one can help by sending and taking less. */
export function areAllConnectionsPoor(people: readonly CallParticipant[]): boolean {
  const qualities = people.flatMap(({ isMe, quality }) => (isMe || quality === null ? [] : [quality]));
  return qualities.length > 0 && qualities.every((quality) => quality === "poor");
}

/** Raised hands, the first the first. */
export const raisedHands = (participants: Iterable<Participant>): readonly Participant[] =>
  [...participants]
    .filter(({ hand, admission }) => hand !== null && admission === "admitted")
    .sort((a, b) => (a.hand ?? 0) - (b.hand ?? 0));
