/**
 * What is known of the meeting, of who belongs to it and of who is in the call, built from an rpc's answer, events and
 * changes in any order. The meeting, each person and each peer remember the `seq` of their newest news: older news, and
 * news twice, change nothing. Every function gives the same object back when nothing changed.
 */
import type { Changes, EnteredCall, Meeting, Participant, Peer } from "#contracts/meetings.ts";
import type { MeetingEvent } from "#contracts/realtime.ts";
import { keepObject } from "../../platform/store.ts";

interface Known<T> {
  readonly seq: number;
  /** null: gone. */
  readonly value: T | null;
}
type News<T> = ReadonlyMap<string, Known<T>>;

interface AllNews {
  readonly meeting: { readonly seq: number; readonly value: Meeting };
  readonly participants: News<Participant>;
  readonly peers: News<Peer>;
}

export interface Roster {
  readonly meeting: Meeting;
  /** By user id, also those who were removed: what they wrote stays theirs. */
  readonly participants: ReadonlyMap<string, Participant>;
  /** Those in the call now, in the order in which they came. */
  readonly peers: readonly Peer[];
  readonly news: AllNews;
}

export function rosterOf(entered: EnteredCall): Roster {
  const { seq, epoch: _, ...meeting } = entered.meeting;
  return build({
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
  const { news } = roster;
  const { seq } = event;
  switch (event.name) {
    case "participant_changed":
      return changed(roster, { participants: learnOne(news.participants, event.participant, seq) });
    case "participant_removed":
      return changed(roster, removed(roster, event.user_id, seq));
    case "meeting_changed":
      return changed(roster, { meeting: learnMeeting(news.meeting, event.meeting, seq) });
    case "meeting_ended":
      return changed(roster, { meeting: learnMeeting(news.meeting, { ...news.meeting.value, ended: true }, seq) });
    case "peer_joined":
      return changed(roster, { peers: learn(news.peers, event.peer.peer_id, { seq, value: event.peer }) });
    case "peer_left":
      return changed(roster, { peers: learn(news.peers, event.peer_id, { seq, value: null }) });
    default:
      return event satisfies never;
  }
}

/** Their peers go with them, at once: every connection to them is closed. */
function removed({ news }: Roster, userId: string, seq: number): Partial<AllNews> {
  const known = news.participants.get(userId);
  const person = known?.value;
  let peers = news.peers;
  for (const [id, { seq: since, value }] of news.peers)
    if (value?.user_id === userId && since < seq) peers = learn(peers, id, { seq, value: null });
  if (person === undefined || person === null) return { peers };
  const value: Participant = { ...person, admission: "removed", muted: false, hand: null };
  return { peers, participants: learnOne(news.participants, value, seq) };
}

/** `changes` lists the changed participants, and all peers: one that is not listed is gone. */
export function withChanges(roster: Roster, { seq, meeting, participants, peers }: Changes): Roster {
  let people = roster.news.participants;
  for (const value of participants) people = learnOne(people, value, seq);
  let present = roster.news.peers;
  for (const value of peers) present = learn(present, value.peer_id, { seq, value });
  const listed = new Set(peers.map(({ peer_id }) => peer_id));
  for (const [id, known] of present)
    if (!listed.has(id) && known.value !== null) present = learn(present, id, { seq, value: null });
  return changed(roster, {
    meeting: learnMeeting(roster.news.meeting, meeting, seq),
    participants: people,
    peers: present,
  });
}

const learnOne = (before: News<Participant>, value: Participant, seq: number) =>
  learn(before, value.user_id, { seq, value });

function learn<T extends object>(before: News<T>, id: string, news: Known<T>): News<T> {
  const known = before.get(id);
  if (known !== undefined && known.seq >= news.seq) return before;
  // The same person told again is the same object: what shows them does not change.
  const value = news.value === null ? null : keepObject(known?.value ?? undefined, news.value);
  return new Map(before).set(id, { seq: news.seq, value });
}

function learnMeeting(before: AllNews["meeting"], value: Meeting, seq: number): AllNews["meeting"] {
  return before.seq >= seq ? before : { seq, value: keepObject(before.value, value) };
}

function changed(roster: Roster, learned: Partial<AllNews>): Roster {
  const news = keepObject(roster.news, { ...roster.news, ...learned });
  return news === roster.news ? roster : build(news);
}

function build(news: AllNews): Roster {
  return {
    meeting: news.meeting.value,
    participants: new Map([...news.participants].flatMap(([id, { value }]) => (value === null ? [] : [[id, value]]))),
    peers: [...news.peers.values()]
      .flatMap(({ value }) => (value === null ? [] : [value]))
      .sort((a, b) => a.join_number - b.join_number),
    news,
  };
}
