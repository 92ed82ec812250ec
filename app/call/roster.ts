/**
 * The meeting, its participants and the peers in the call, built from the response of `enter_call`, events and changes in
 * any order. The meeting, each participant and each peer keep the `seq` of their newest update, so that older and repeated
 * updates change nothing. Every function returns the same object if nothing changed.
 */
import type { Changes, EnteredCall, Meeting, Participant, Peer } from "#contracts/meetings.ts";
import type { MeetingEvent } from "#contracts/realtime.ts";
import { reuseIfShallowEqual } from "../lib/store.ts";

/** By user id. Includes removed participants, whose lines keep their names. */
export type ParticipantsById = ReadonlyMap<string, Participant>;

interface Versioned<T> {
  readonly seq: number;
  /** Null after removal. */
  readonly value: T | null;
}
type VersionedMap<T> = ReadonlyMap<string, Versioned<T>>;

interface RosterVersions {
  readonly meeting: { readonly seq: number; readonly value: Meeting };
  readonly participants: VersionedMap<Participant>;
  readonly peers: VersionedMap<Peer>;
}

export interface Roster {
  readonly meeting: Meeting;
  readonly participants: ParticipantsById;
  /** The peers in the call, in the order of joining. */
  readonly peers: readonly Peer[];
  readonly versions: RosterVersions;
}

export function createRoster(entered: EnteredCall): Roster {
  const { seq, epoch: _, ...meeting } = entered.meeting;
  return buildRoster({
    meeting: { seq, value: meeting },
    participants: new Map(entered.participants.map((value) => [value.user_id, { seq, value }])),
    peers: new Map(entered.peers.map((value) => [value.peer_id, { seq, value }])),
  });
}

export type RosterEvent = Extract<
  MeetingEvent,
  {
    name:
      | "participant_changed"
      | "participant_removed"
      | "meeting_changed"
      | "meeting_ended"
      | "peer_joined"
      | "peer_left";
  }
>;

export function withEvent(roster: Roster, event: RosterEvent): Roster {
  const { versions } = roster;
  const { seq } = event;
  switch (event.name) {
    case "participant_changed":
      return withUpdates(roster, { participants: applyParticipant(versions.participants, event.participant, seq) });
    case "participant_removed":
      return withUpdates(roster, withoutParticipant(roster, event.user_id, seq));
    case "meeting_changed":
      return withUpdates(roster, { meeting: applyMeeting(versions.meeting, event.meeting, seq) });
    case "meeting_ended":
      return withUpdates(roster, {
        meeting: applyMeeting(versions.meeting, { ...versions.meeting.value, ended: true }, seq),
      });
    case "peer_joined":
      return withUpdates(roster, {
        peers: applyUpdate(versions.peers, event.peer.peer_id, { seq, value: event.peer }),
      });
    case "peer_left":
      return withUpdates(roster, { peers: applyUpdate(versions.peers, event.peer_id, { seq, value: null }) });
    default:
      return event satisfies never;
  }
}

/** Also removes the participant's peers, so that every connection to them closes at once. */
function withoutParticipant({ versions }: Roster, userId: string, seq: number): Partial<RosterVersions> {
  const current = versions.participants.get(userId);
  const participant = current?.value;
  let peers = versions.peers;
  for (const [id, { seq: currentSeq, value }] of versions.peers)
    if (value?.user_id === userId && currentSeq < seq) peers = applyUpdate(peers, id, { seq, value: null });
  if (participant === undefined || participant === null) return { peers };
  const value: Participant = { ...participant, admission: "removed", muted: false, hand: null };
  return { peers, participants: applyParticipant(versions.participants, value, seq) };
}

/** `changes_since` lists the changed participants and all peers. An unlisted peer is gone. */
export function withChanges(roster: Roster, { seq, meeting, participants, peers }: Changes): Roster {
  let participantVersions = roster.versions.participants;
  for (const value of participants) participantVersions = applyParticipant(participantVersions, value, seq);
  let peerVersions = roster.versions.peers;
  for (const value of peers) peerVersions = applyUpdate(peerVersions, value.peer_id, { seq, value });
  const listed = new Set(peers.map(({ peer_id }) => peer_id));
  for (const [id, current] of peerVersions)
    if (!listed.has(id) && current.value !== null) peerVersions = applyUpdate(peerVersions, id, { seq, value: null });
  return withUpdates(roster, {
    meeting: applyMeeting(roster.versions.meeting, meeting, seq),
    participants: participantVersions,
    peers: peerVersions,
  });
}

const applyParticipant = (currentMap: VersionedMap<Participant>, value: Participant, seq: number) =>
  applyUpdate(currentMap, value.user_id, { seq, value });

function applyUpdate<T extends object>(currentMap: VersionedMap<T>, id: string, update: Versioned<T>): VersionedMap<T> {
  const current = currentMap.get(id);
  if (current !== undefined && current.seq >= update.seq) return currentMap;
  // An unchanged value keeps its object, so that nothing re-renders.
  const value = update.value === null ? null : reuseIfShallowEqual(current?.value ?? undefined, update.value);
  return new Map(currentMap).set(id, { seq: update.seq, value });
}

function applyMeeting(current: RosterVersions["meeting"], value: Meeting, seq: number): RosterVersions["meeting"] {
  return current.seq >= seq ? current : { seq, value: reuseIfShallowEqual(current.value, value) };
}

function withUpdates(roster: Roster, updates: Partial<RosterVersions>): Roster {
  const versions = reuseIfShallowEqual(roster.versions, { ...roster.versions, ...updates });
  return versions === roster.versions ? roster : buildRoster(versions);
}

function buildRoster(versions: RosterVersions): Roster {
  return {
    meeting: versions.meeting.value,
    participants: new Map(
      [...versions.participants].flatMap(([id, { value }]) => (value === null ? [] : [[id, value]])),
    ),
    peers: [...versions.peers.values()]
      .flatMap(({ value }) => (value === null ? [] : [value]))
      .sort((a, b) => a.join_number - b.join_number),
    versions,
  };
}
