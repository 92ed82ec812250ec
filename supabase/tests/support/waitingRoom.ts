/** Helpers for both sides of a meeting that requires knocking. */
import { knockStatus, meetingLookup, participantResult, waitingParticipants } from "#contracts/meetings.ts";
import { account, join, type MeetingFixture, type Person, room, workspaceOf } from "./fixtures.ts";
import { moderation } from "./moderation.ts";
import { anon, type DatabaseCaller, emptyResult, type TestDatabase } from "./testDatabase.ts";

export const waitingRoom = (db: TestDatabase) => {
  const { change } = moderation(db);
  const find = (code: string, who: DatabaseCaller = anon) =>
    db.rpc(who, "find_meeting", { p_code: code }, meetingLookup);
  const waitingIn = async ({ id }: MeetingFixture, who: DatabaseCaller) =>
    (await db.rpc(who, "waiting_participants", { p_meeting_id: id }, waitingParticipants)).waiting;
  const standing = (who: DatabaseCaller, { id }: MeetingFixture) =>
    db.rpc(who, "knock_status", { p_meeting_id: id }, knockStatus);
  const withdraw = (who: DatabaseCaller, { id }: MeetingFixture) =>
    db.rpc(who, "withdraw_knock", { p_meeting_id: id }, emptyResult);
  const admit = (by: DatabaseCaller, { id }: MeetingFixture, who: Person) =>
    db.rpc(by, "admit", { p_meeting_id: id, p_user_id: who.id }, participantResult);
  const deny = (by: DatabaseCaller, { id }: MeetingFixture, who: Person) =>
    db.rpc(by, "deny", { p_meeting_id: id, p_user_id: who.id }, emptyResult);
  /** Makes the knocks of a meeting older by milliseconds. */
  const knocksAge = ({ id }: MeetingFixture, ms: number) => db.admin`
    update public.knocks
    set knocked_at = knocked_at - ${`${ms} ms`}::interval, denied_at = denied_at - ${`${ms} ms`}::interval
    where meeting_id = ${id}`;

  /** Creates a meeting of an account that requires knocking; the host is in the call. */
  async function knocking() {
    const host = await account(db);
    const place = await room(db, "Budget", host);
    await change(host, place, { access: "knock" });
    await join(db, place, { name: "Host" }, host);
    return { ...place, workspace: await workspaceOf(db, host) };
  }

  return { find, waitingIn, standing, withdraw, admit, deny, knocksAge, knocking };
};
