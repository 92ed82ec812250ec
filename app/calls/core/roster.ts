/**
 * Who belongs to the meeting and who is in the call, built from an rpc's answer, events and changes in any order.
 * Each person and peer remembers the `seq` of its newest news: older news, and news twice, change nothing.
 * Every function gives the same object back when nothing changed.
 */
import type { Changes, EnteredCall, Participant, Peer } from "#contracts/meetings.ts";
import type { MeetingEvent } from "#contracts/realtime.ts";
import { keepObject } from "../../platform/store.ts";

interface Known<T> {
  readonly seq: number;
  /** null: gone. */
  readonly value: T | null;
}

export interface Roster {
  /** By user id. */
  readonly participants: ReadonlyMap<string, Participant>;
  /** Those in the call now, in the order in which they came. */
  readonly peers: readonly Peer[];
  readonly news: {
    readonly participants: ReadonlyMap<string, Known<Participant>>;
    readonly peers: ReadonlyMap<string, Known<Peer>>;
  };
}

export function rosterOf(entered: EnteredCall): Roster {
  const { seq } = entered.meeting;
  return build(
    new Map(entered.participants.map((value) => [value.user_id, { seq, value }])),
    new Map(entered.peers.map((value) => [value.peer_id, { seq, value }])),
  );
}

export type RosterEvent = Extract<MeetingEvent, { name: "participant_changed" | "peer_joined" | "peer_left" }>;

export function withEvent(roster: Roster, event: RosterEvent): Roster {
  const { participants, peers } = roster.news;
  const { seq } = event;
  switch (event.name) {
    case "participant_changed":
      return changed(roster, learn(participants, event.participant.user_id, { seq, value: event.participant }), peers);
    case "peer_joined":
      return changed(roster, participants, learn(peers, event.peer.peer_id, { seq, value: event.peer }));
    case "peer_left":
      return changed(roster, participants, learn(peers, event.peer_id, { seq, value: null }));
    default:
      return event satisfies never;
  }
}

/** `changes` lists the changed participants, and all peers: one that is not listed is gone. */
export function withChanges(roster: Roster, { seq, participants, peers }: Changes): Roster {
  let people = roster.news.participants;
  for (const value of participants) people = learn(people, value.user_id, { seq, value });
  let present = roster.news.peers;
  for (const value of peers) present = learn(present, value.peer_id, { seq, value });
  const listed = new Set(peers.map(({ peer_id }) => peer_id));
  for (const [id, known] of present)
    if (!listed.has(id) && known.value !== null) present = learn(present, id, { seq, value: null });
  return changed(roster, people, present);
}

function learn<T extends object>(
  before: ReadonlyMap<string, Known<T>>,
  id: string,
  news: Known<T>,
): ReadonlyMap<string, Known<T>> {
  const known = before.get(id);
  if (known !== undefined && known.seq >= news.seq) return before;
  // The same person told again is the same object: what shows them does not change.
  const value = news.value === null ? null : keepObject(known?.value ?? undefined, news.value);
  return new Map(before).set(id, { seq: news.seq, value });
}

function changed(roster: Roster, participants: Roster["news"]["participants"], peers: Roster["news"]["peers"]): Roster {
  const same = participants === roster.news.participants && peers === roster.news.peers;
  return same ? roster : build(participants, peers);
}

function build(participants: Roster["news"]["participants"], peers: Roster["news"]["peers"]): Roster {
  return {
    participants: new Map([...participants].flatMap(([id, { value }]) => (value === null ? [] : [[id, value]]))),
    peers: [...peers.values()]
      .flatMap(({ value }) => (value === null ? [] : [value]))
      .sort((a, b) => a.join_number - b.join_number),
    news: { participants, peers },
  };
}
