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
  return {
    admit: (user_id) => rpc("admit", { p_meeting_id: meetingId, p_user_id: user_id }),
    admitAll: (userIds) => rpc("admit_all", { p_meeting_id: meetingId, p_user_ids: [...userIds] }),
    deny: (user_id) => rpc("deny", { p_meeting_id: meetingId, p_user_id: user_id }),
    setMuted: (user_id, muted) =>
      rpc("mute_participant", { p_meeting_id: meetingId, p_user_id: user_id, p_muted: muted }),
    removeParticipant: (user_id) => rpc("remove_participant", { p_meeting_id: meetingId, p_user_id: user_id }),
    setRole: (user_id, role) => rpc("set_role", { p_meeting_id: meetingId, p_user_id: user_id, p_role: role }),
    setLocked: (locked) => rpc("set_meeting_locked", { p_meeting_id: meetingId, p_locked: locked }),
    updateMeeting: ({ title, access, keep }) =>
      rpc("update_meeting", {
        p_meeting_id: meetingId,
        p_title: title,
        p_access: access,
        p_keep: keep,
      }),
    rotateCode: () => rpc("rotate_code", { p_meeting_id: meetingId }),
    endMeeting: () => rpc("end_meeting", { p_meeting_id: meetingId }),
    raiseHand: () => rpc("raise_hand", { p_meeting_id: meetingId }),
    lowerHand: (user_id) =>
      rpc("lower_hand", { p_meeting_id: meetingId, ...(user_id !== undefined && { p_user_id: user_id }) }),
    updateProfile: ({ display_name, speaks, reads }) =>
      rpc("knock", { p_code: meetingCode(), p_display_name: display_name, p_speaks: speaks, p_reads: reads }),
  };
}
