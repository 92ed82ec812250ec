/** What a person does to the meeting beyond being in it. The database decides who may, and tells everybody what became. */
import type { Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Access, Keep } from "#contracts/meetings.ts";
import type { Rpc } from "../../platform/rpc.ts";

type Done = Promise<Result<unknown>>;

/** Users by their ids. Errors are the database's: mostly `role/moderator-needed`, `role/host-needed`, `request/not-allowed`. */
export interface Lead {
  admit(userId: string): Done;
  /** Of these people who waits: those whom one saw. */
  admitAll(userIds: readonly string[]): Done;
  deny(userId: string): Done;
  /** Nobody plays their sound until it is lifted. */
  mute(userId: string, muted: boolean): Done;
  /** Out of the meeting; an open meeting asks newcomers to knock from then on. */
  remove(userId: string): Done;
  setRole(userId: string, role: "co-host" | "guest"): Done;
  lock(locked: boolean): Done;
  change(values: { title?: string; access?: Access; keep?: Keep }): Done;
  /** The old link ends. */
  rotateCode(): Done;
  /** For all. */
  endMeeting(): Done;
  raiseHand(): Done;
  /** Without a user one's own. */
  lowerHand(userId?: string): Done;
  /** How this person is called, what they speak and read, from now on. */
  introduce(values: { display_name: string; speaks: Language; reads: Language }): Done;
}

export function createLead(rpc: Rpc, meetingId: string, code: () => string): Lead {
  const meeting_id = meetingId;
  return {
    admit: (user_id) => rpc("admit", { meeting_id, user_id }),
    admitAll: (userIds) => rpc("admit_all", { meeting_id, user_ids: [...userIds] }),
    deny: (user_id) => rpc("deny", { meeting_id, user_id }),
    mute: (user_id, muted) => rpc("mute", { meeting_id, user_id, muted }),
    remove: (user_id) => rpc("remove", { meeting_id, user_id }),
    setRole: (user_id, role) => rpc("set_role", { meeting_id, user_id, role }),
    lock: (locked) => rpc("lock", { meeting_id, locked }),
    change: (values) => rpc("update_meeting", { meeting_id, ...values }),
    rotateCode: () => rpc("rotate_code", { meeting_id }),
    endMeeting: () => rpc("end_meeting", { meeting_id }),
    raiseHand: () => rpc("raise_hand", { meeting_id }),
    lowerHand: (user_id) => rpc("lower_hand", { meeting_id, ...(user_id !== undefined && { user_id }) }),
    introduce: (values) => rpc("knock", { code: code(), ...values }),
  };
}
