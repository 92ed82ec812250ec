/** What a person does to the meeting beyond being in it. The database decides who may, and tells everybody what became. */
import type { Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Access, Retention } from "#contracts/meetings.ts";
import type { Rpc } from "../lib/rpc.ts";

type ModerationResult = Promise<Result<unknown>>;

/** Users by their ids. Errors are the database's: mostly `role/moderator-needed`, `role/host-needed`, `request/not-allowed`. */
export interface Moderation {
  admit(userId: string): ModerationResult;
  /** Of these people who waits: those whom one saw. */
  admitAll(userIds: readonly string[]): ModerationResult;
  deny(userId: string): ModerationResult;
  /** Nobody plays their sound until it is lifted. */
  setMuted(userId: string, muted: boolean): ModerationResult;
  /** Out of the meeting; an open meeting asks newcomers to knock from then on. */
  removeParticipant(userId: string): ModerationResult;
  setRole(userId: string, role: "co-host" | "guest"): ModerationResult;
  setLocked(locked: boolean): ModerationResult;
  updateMeeting(values: { title?: string; access?: Access; keep?: Retention }): ModerationResult;
  /** The old link ends. */
  rotateCode(): ModerationResult;
  /** For all. */
  endMeeting(): ModerationResult;
  raiseHand(): ModerationResult;
  /** Without a user one's own. */
  lowerHand(userId?: string): ModerationResult;
  /** How this person is called, what they speak and read, from now on. */
  updateProfile(values: { display_name: string; speaks: Language; reads: Language }): ModerationResult;
}

export function createModeration(rpc: Rpc, meetingId: string, meetingCode: () => string): Moderation {
  const meeting_id = meetingId;
  return {
    admit: (user_id) => rpc("admit", { meeting_id, user_id }),
    admitAll: (userIds) => rpc("admit_all", { meeting_id, user_ids: [...userIds] }),
    deny: (user_id) => rpc("deny", { meeting_id, user_id }),
    setMuted: (user_id, muted) => rpc("mute", { meeting_id, user_id, muted }),
    removeParticipant: (user_id) => rpc("remove", { meeting_id, user_id }),
    setRole: (user_id, role) => rpc("set_role", { meeting_id, user_id, role }),
    setLocked: (locked) => rpc("lock", { meeting_id, locked }),
    updateMeeting: (values) => rpc("update_meeting", { meeting_id, ...values }),
    rotateCode: () => rpc("rotate_code", { meeting_id }),
    endMeeting: () => rpc("end_meeting", { meeting_id }),
    raiseHand: () => rpc("raise_hand", { meeting_id }),
    lowerHand: (user_id) => rpc("lower_hand", { meeting_id, ...(user_id !== undefined && { user_id }) }),
    updateProfile: (values) => rpc("knock", { code: meetingCode(), ...values }),
  };
}
