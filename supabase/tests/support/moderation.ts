/** Helpers for actions of moderators and participants, and for the resulting broadcasts. */
import { history } from "#contracts/lines.ts";
import {
  changes,
  heartbeat,
  meetingLookup,
  meeting as meetingShape,
  participantResult,
  type Role,
} from "#contracts/meetings.ts";
import { type CallMember, join, type MeetingFixture, type Person, room } from "./fixtures.ts";
import { type DatabaseCaller, emptyResult, type TestDatabase, toParameters } from "./testDatabase.ts";

export const moderation = (db: TestDatabase) => {
  const about = ({ id }: MeetingFixture, { id: user_id }: Person) => ({ p_meeting_id: id, p_user_id: user_id });
  const setRole = (by: DatabaseCaller, place: MeetingFixture, who: Person, role: Role) =>
    db.rpc(by, "set_role", { ...about(place, who), p_role: role }, participantResult);
  const mute = (by: DatabaseCaller, place: MeetingFixture, who: Person, muted = true) =>
    db.rpc(by, "mute_participant", { ...about(place, who), p_muted: muted }, participantResult);
  const remove = (by: DatabaseCaller, place: MeetingFixture, who: Person) =>
    db.rpc(by, "remove_participant", about(place, who), emptyResult);
  const lock = (by: DatabaseCaller, { id }: MeetingFixture, locked: boolean) =>
    db.rpc(by, "set_meeting_locked", { p_meeting_id: id, p_locked: locked }, meetingShape);
  const change = (by: DatabaseCaller, { id }: MeetingFixture, args: Record<string, string>) =>
    db.rpc(by, "update_meeting", { p_meeting_id: id, ...toParameters(args) }, meetingShape);
  const rotate = (by: DatabaseCaller, { id }: MeetingFixture) =>
    db.rpc(by, "rotate_code", { p_meeting_id: id }, meetingShape);
  const end = (by: DatabaseCaller, { id }: MeetingFixture) =>
    db.rpc(by, "end_meeting", { p_meeting_id: id }, emptyResult);
  const raise = (who: DatabaseCaller, { id }: MeetingFixture) =>
    db.rpc(who, "raise_hand", { p_meeting_id: id }, participantResult);
  const lower = (by: DatabaseCaller, { id }: MeetingFixture, who?: Person) =>
    db.rpc(by, "lower_hand", { p_meeting_id: id, ...(who && { p_user_id: who.id }) }, participantResult);
  const beat = (who: CallMember) => db.rpc(who, "heartbeat", { p_call_id: who.call, p_peer_id: who.peer }, heartbeat);
  const changesOf = (who: DatabaseCaller, { id }: MeetingFixture, after = 0) =>
    db.rpc(who, "changes_since", { p_meeting_id: id, p_after_seq: after }, changes);
  const historyOf = (who: CallMember) => db.rpc(who, "history", { p_call_id: who.call, p_before_seq: null }, history);
  const find = (code: string) => db.rpc({ role: "anon" }, "find_meeting", { p_code: code }, meetingLookup);

  /** Creates a meeting with its host and two guests in the call. */
  async function scene(by?: Person) {
    const place = await room(db, "Sync", by);
    const host = await join(db, place, { name: "Host" }, place.host);
    const ana = await join(db, place, { name: "Ana" });
    const bob = await join(db, place, { name: "Bob" });
    return { place, host, ana, bob };
  }

  async function receives(who: DatabaseCaller, topic: string): Promise<boolean> {
    await db.admin`insert into realtime.messages (topic, extension, payload, event, private)
    values (${topic}, 'broadcast', '{}', 'probe', true)`;
    const received = await db.as(who, async (sql) => {
      await sql`select set_config('realtime.topic', ${topic}, true)`;
      return (await sql`select from realtime.messages where topic = ${topic} and event = 'probe'`).count > 0;
    });
    await db.admin`delete from realtime.messages where topic = ${topic} and event = 'probe'`;
    return received;
  }

  return {
    about,
    setRole,
    mute,
    remove,
    lock,
    change,
    rotate,
    end,
    raise,
    lower,
    beat,
    changesOf,
    historyOf,
    find,
    scene,
    receives,
  };
};
