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

export const moderation = (house: TestDatabase) => {
  const about = ({ id }: MeetingFixture, { id: user_id }: Person) => ({ p_meeting_id: id, p_user_id: user_id });
  const setRole = (by: DatabaseCaller, place: MeetingFixture, who: Person, role: Role) =>
    house.rpc(by, "set_role", { ...about(place, who), p_role: role }, participantResult);
  const mute = (by: DatabaseCaller, place: MeetingFixture, who: Person, muted = true) =>
    house.rpc(by, "mute_participant", { ...about(place, who), p_muted: muted }, participantResult);
  const remove = (by: DatabaseCaller, place: MeetingFixture, who: Person) =>
    house.rpc(by, "remove_participant", about(place, who), emptyResult);
  const lock = (by: DatabaseCaller, { id }: MeetingFixture, locked: boolean) =>
    house.rpc(by, "set_meeting_locked", { p_meeting_id: id, p_locked: locked }, meetingShape);
  const change = (by: DatabaseCaller, { id }: MeetingFixture, args: Record<string, string>) =>
    house.rpc(by, "update_meeting", { p_meeting_id: id, ...toParameters(args) }, meetingShape);
  const rotate = (by: DatabaseCaller, { id }: MeetingFixture) =>
    house.rpc(by, "rotate_code", { p_meeting_id: id }, meetingShape);
  const end = (by: DatabaseCaller, { id }: MeetingFixture) =>
    house.rpc(by, "end_meeting", { p_meeting_id: id }, emptyResult);
  const raise = (who: DatabaseCaller, { id }: MeetingFixture) =>
    house.rpc(who, "raise_hand", { p_meeting_id: id }, participantResult);
  const lower = (by: DatabaseCaller, { id }: MeetingFixture, who?: Person) =>
    house.rpc(by, "lower_hand", { p_meeting_id: id, ...(who && { p_user_id: who.id }) }, participantResult);
  const beat = (who: CallMember) =>
    house.rpc(who, "heartbeat", { p_call_id: who.call, p_peer_id: who.peer }, heartbeat);
  const changesOf = (who: DatabaseCaller, { id }: MeetingFixture, after = 0) =>
    house.rpc(who, "changes_since", { p_meeting_id: id, p_after_seq: after }, changes);
  const historyOf = (who: CallMember) =>
    house.rpc(who, "history", { p_call_id: who.call, p_before_seq: null }, history);
  const find = (code: string) => house.rpc({ role: "anon" }, "find_meeting", { p_code: code }, meetingLookup);

  /** Creates a meeting with its host and two guests in the call. */
  async function scene(by?: Person) {
    const place = await room(house, "Sync", by);
    const host = await join(house, place, { name: "Host" }, place.host);
    const ana = await join(house, place, { name: "Ana" });
    const bob = await join(house, place, { name: "Bob" });
    return { place, host, ana, bob };
  }

  async function hears(who: DatabaseCaller, topic: string): Promise<boolean> {
    await house.admin`insert into realtime.messages (topic, extension, payload, event, private)
    values (${topic}, 'broadcast', '{}', 'probe', true)`;
    const heard = await house.as(who, async (sql) => {
      await sql`select set_config('realtime.topic', ${topic}, true)`;
      return (await sql`select from realtime.messages where topic = ${topic} and event = 'probe'`).count > 0;
    });
    await house.admin`delete from realtime.messages where topic = ${topic} and event = 'probe'`;
    return heard;
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
    hears,
  };
};
