/** The participants in the call: their rows joined with the media of their peers. */
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
  ownPeer: { readonly peer_id: string; readonly user_id: string };
  localMedia: RemoteMedia;
  remoteMedia: ReadonlyMap<string, RemoteMedia>;
}

/** Lists each participant once, in the order of joining. Reuses the objects of unchanged participants. */
export function participantsOf(
  previous: readonly CallParticipant[],
  { roster, ownPeer, localMedia, remoteMedia }: ParticipantSources,
): readonly CallParticipant[] {
  const newestPeerByUser = new Map(roster.peers.map(({ user_id, peer_id }) => [user_id, peer_id]));
  const people = roster.peers.flatMap((peer): CallParticipant[] => {
    const participant = roster.participants.get(peer.user_id);
    const isMe = peer.peer_id === ownPeer.peer_id;
    // During a takeover only the newest tab is shown; of the local participant, this tab until it is notified.
    const visible = peer.user_id === ownPeer.user_id ? isMe : newestPeerByUser.get(peer.user_id) === peer.peer_id;
    if (participant === undefined || !visible) return [];
    const peerMedia = isMe ? localMedia : (remoteMedia.get(peer.peer_id) ?? INITIAL_REMOTE_MEDIA);
    const previousParticipant = previous.find(({ peerId }) => peerId === peer.peer_id);
    return [reuseIfShallowEqual(previousParticipant, { ...peerMedia, participant, peerId: peer.peer_id, isMe })];
  });
  return reuseListIfEqual(previous, people);
}

/** All connections are poor, so sending and receiving less may help. */
export function areAllConnectionsPoor(people: readonly CallParticipant[]): boolean {
  const qualities = people.flatMap(({ isMe, quality }) => (isMe || quality === null ? [] : [quality]));
  return qualities.length > 0 && qualities.every((quality) => quality === "poor");
}

/** Returns participants with raised hands, the earliest first. */
export const raisedHands = (participants: Iterable<Participant>): readonly Participant[] =>
  [...participants]
    .filter(({ hand, admission }) => hand !== null && admission === "admitted")
    .sort((a, b) => (a.hand ?? 0) - (b.hand ?? 0));
