/** What those who lead a meeting do, what the others do there, and who hears of it. */
import { history } from "#contracts/lines.ts";
import {
  changes,
  foundMeeting,
  heartbeat,
  meeting as meetingShape,
  oneParticipant,
  type Role,
} from "#contracts/meetings.ts";
import { type Caller, type House, nothing } from "./house.ts";
import { type Guest, join, type Person, type Room, room } from "./scenes.ts";

export const leading = (house: House) => {
  const about = ({ id }: Room, { id: user_id }: Person) => ({ meeting_id: id, user_id });
  const setRole = (by: Caller, place: Room, who: Person, role: Role) =>
    house.rpc(by, "set_role", { ...about(place, who), role }, oneParticipant);
  const mute = (by: Caller, place: Room, who: Person, muted = true) =>
    house.rpc(by, "mute", { ...about(place, who), muted }, oneParticipant);
  const remove = (by: Caller, place: Room, who: Person) => house.rpc(by, "remove", about(place, who), nothing);
  const lock = (by: Caller, { id }: Room, locked: boolean) =>
    house.rpc(by, "lock", { meeting_id: id, locked }, meetingShape);
  const change = (by: Caller, { id }: Room, args: Record<string, string>) =>
    house.rpc(by, "update_meeting", { meeting_id: id, ...args }, meetingShape);
  const rotate = (by: Caller, { id }: Room) => house.rpc(by, "rotate_code", { meeting_id: id }, meetingShape);
  const end = (by: Caller, { id }: Room) => house.rpc(by, "end_meeting", { meeting_id: id }, nothing);
  const raise = (who: Caller, { id }: Room) => house.rpc(who, "raise_hand", { meeting_id: id }, oneParticipant);
  const lower = (by: Caller, { id }: Room, who?: Person) =>
    house.rpc(by, "lower_hand", { meeting_id: id, ...(who && { user_id: who.id }) }, oneParticipant);
  const beat = (who: Guest) => house.rpc(who, "heartbeat", { call_id: who.call, peer_id: who.peer }, heartbeat);
  const changesOf = (who: Caller, { id }: Room, after = 0) =>
    house.rpc(who, "changes", { meeting_id: id, after }, changes);
  const historyOf = (who: Guest) => house.rpc(who, "history", { call_id: who.call, before: null }, history);
  const find = (code: string) => house.rpc({ role: "anon" }, "find_meeting", { code }, foundMeeting);

  /** A host, whose meeting it is, with two guests inside. */
  async function scene(by?: Person) {
    const place = await room(house, "Sync", by);
    const host = await join(house, place, { name: "Host" }, place.host);
    const ana = await join(house, place, { name: "Ana" });
    const bob = await join(house, place, { name: "Bob" });
    return { place, host, ana, bob };
  }

  async function hears(who: Caller, topic: string): Promise<boolean> {
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
