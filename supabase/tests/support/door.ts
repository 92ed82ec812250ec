/** What happens at the door of a meeting where one knocks, on both sides of it. */
import { foundMeeting, knockStanding, lobby, oneParticipant } from "#contracts/meetings.ts";
import { anon, type Caller, type House, nothing } from "./house.ts";
import { leading } from "./leading.ts";
import { account, join, type Person, type Room, room, workspaceOf } from "./scenes.ts";

export const atTheDoor = (house: House) => {
  const { change } = leading(house);
  const find = (code: string, who: Caller = anon) => house.rpc(who, "find_meeting", { code }, foundMeeting);
  const waitingIn = async ({ id }: Room, who: Caller) =>
    (await house.rpc(who, "lobby", { meeting_id: id }, lobby)).waiting;
  const standing = (who: Caller, { id }: Room) => house.rpc(who, "knock_standing", { meeting_id: id }, knockStanding);
  const withdraw = (who: Caller, { id }: Room) => house.rpc(who, "withdraw_knock", { meeting_id: id }, nothing);
  const admit = (by: Caller, { id }: Room, who: Person) =>
    house.rpc(by, "admit", { meeting_id: id, user_id: who.id }, oneParticipant);
  const deny = (by: Caller, { id }: Room, who: Person) =>
    house.rpc(by, "deny", { meeting_id: id, user_id: who.id }, nothing);
  /** Lets milliseconds pass for the knocks of a meeting. */
  const knocksAge = ({ id }: Room, ms: number) => house.admin`
    update public.knocks
    set knocked_at = knocked_at - ${`${ms} ms`}::interval, denied_at = denied_at - ${`${ms} ms`}::interval
    where meeting_id = ${id}`;

  /** A meeting of an account where one knocks; the host is inside. */
  async function knocking() {
    const host = await account(house);
    const place = await room(house, "Budget", host);
    await change(host, place, { access: "knock" });
    await join(house, place, { name: "Host" }, host);
    return { ...place, workspace: await workspaceOf(house, host) };
  }

  return { find, waitingIn, standing, withdraw, admit, deny, knocksAge, knocking };
};
