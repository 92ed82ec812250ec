import { describe, expect, test } from "vitest";
import type { Changes, EnteredCall, Participant, Peer } from "#contracts/meetings.ts";
import { createRoster, type Roster, type RosterEvent, withChanges, withEvent } from "./roster.ts";

const person = (user_id: string, display_name = user_id): Participant => ({
  user_id,
  number: 1,
  colour: 1,
  role: "guest",
  admission: "admitted",
  display_name,
  speaks: "en",
  reads: "en",
  muted: false,
  hand: null,
  captioner: null,
});
const meeting: Changes["meeting"] = {
  ...{
    id: "m",
    code: "c",
    title: null,
    host_name: null,
    access: "open",
    locked: false,
    keep: "days",
    reading: "call",
    ended: false,
    expires_at: null,
  },
  terms: 0,
};
const peer = (peer_id: string, join_number: number): Peer => ({ peer_id, user_id: `${peer_id}-user`, join_number });
const entered: EnteredCall = {
  meeting: { ...meeting, seq: 10, epoch: 1 },
  call: { id: "c", started_at: "" },
  me: peer("a", 1),
  workspace_role: null,
  participants: [person("a-user")],
  peers: [peer("a", 1)],
  now: "",
};
const start = createRoster(entered);
const changes = (seq: number, peers: Peer[], participants: Participant[] = []): Changes => ({
  seq,
  epoch: 1,
  more: false,
  meeting,
  lines: [],
  participants,
  peers,
});
const joined = (seq: number, who: Peer): RosterEvent => ({ name: "peer_joined", seq, peer: who, epoch: 1 });
const left = (seq: number, who: Peer): RosterEvent => ({
  name: "peer_left",
  seq,
  peer_id: who.peer_id,
  user_id: who.user_id,
  reason: "left",
  epoch: 2,
});
const renamed = (seq: number, name: string): RosterEvent => ({
  name: "participant_changed",
  seq,
  participant: person("a-user", name),
});
const ids = (roster: Roster) => roster.peers.map(({ peer_id }) => peer_id);
const b = peer("b", 2);
const c = peer("c", 3);

describe("roster", () => {
  test("converges for updates in any order and number", () => {
    const news = [joined(11, c), joined(12, b), left(13, c), renamed(14, "one"), renamed(15, "two")];
    for (const order of [news, [...news].reverse(), [...news, ...news], [...news].reverse().concat(news)]) {
      const roster = order.reduce(withEvent, start);
      expect(ids(roster)).toEqual(["a", "b"]);
      expect(roster.participants.get("a-user")?.display_name).toBe("two");
    }
  });

  test("keeps its object after an old update", () => {
    expect(withEvent(start, left(9, peer("a", 1)))).toBe(start);
    expect(withChanges(start, changes(10, [peer("a", 1)]))).toBe(start);
  });

  test("removes peers that changes_since does not list", () => {
    const both = withEvent(withEvent(start, joined(11, b)), joined(20, c));
    expect(ids(withChanges(both, changes(15, [peer("a", 1)])))).toEqual(["a", "c"]);
    const gone = withEvent(both, left(21, c));
    expect(ids(withChanges(gone, changes(20, [peer("a", 1), b, c])))).toEqual(["a", "b"]);
  });

  test("keeps the object of an unchanged participant", () => {
    const again = withChanges(start, changes(30, [peer("a", 1)], [person("a-user")]));
    expect(again.participants.get("a-user")).toBe(start.participants.get("a-user"));
    expect(again.peers[0]).toBe(start.peers[0]);
  });

  test("removes peers of a removed participant for good", () => {
    const inside = withEvent(
      withEvent(start, { name: "participant_changed", seq: 11, participant: person("b-user", "Ben") }),
      joined(12, peer("b", 2)),
    );
    const out = withEvent(inside, { name: "participant_removed", seq: 13, user_id: "b-user", epoch: 2 });
    expect(out.peers.map(({ peer_id }) => peer_id)).toEqual(["a"]);
    expect(out.participants.get("b-user")).toMatchObject({ display_name: "Ben", admission: "removed", hand: null });
    expect(withEvent(out, joined(12, peer("b", 2)))).toBe(out);
    expect(withEvent(out, { name: "participant_changed", seq: 11, participant: person("b-user", "Ben") })).toBe(out);
  });

  test("removes the peers of an unknown participant", () => {
    expect(withEvent(start, { name: "participant_removed", seq: 11, user_id: "nobody", epoch: 2 })).toBe(start);
  });

  test("keeps the newest version of the meeting", () => {
    const locked = withEvent(start, { name: "meeting_changed", seq: 12, meeting: { ...meeting, locked: true } });
    expect(locked.meeting.locked).toBe(true);
    expect(withEvent(locked, { name: "meeting_changed", seq: 11, meeting })).toBe(locked);
    expect(withEvent(locked, { name: "meeting_ended", seq: 13 }).meeting).toMatchObject({ locked: true, ended: true });
  });
});
