/** Actions on the meeting and its participants. The database checks permissions and broadcasts the result. */
import type { Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Rpc, RpcArgs } from "../lib/rpc.ts";

type ModerationResult = Promise<Result<unknown>>;

/** Takes user ids. The database returns mostly `role/moderator-needed`, `role/host-needed` and `request/not-allowed`. */
export interface Moderation {
  admit(userId: string): ModerationResult;
  /** Admits those of the listed users who are still waiting. */
  admitAll(userIds: readonly string[]): ModerationResult;
  deny(userId: string): ModerationResult;
  /** Every client plays no audio of a muted participant. */
  setMuted(userId: string, muted: boolean): ModerationResult;
  /** Removes from the meeting. Newcomers of an open meeting then have to knock. */
  removeParticipant(userId: string): ModerationResult;
  setRole(userId: string, role: "co-host" | "guest"): ModerationResult;
  setLocked(locked: boolean): ModerationResult;
  updateMeeting(values: Omit<RpcArgs["update_meeting"], "p_meeting_id">): ModerationResult;
  /** Invalidates the old link. */
  rotateCode(): ModerationResult;
  endMeeting(): ModerationResult;
  raiseHand(): ModerationResult;
  /** Without a user id, lowers the local participant's hand. */
  lowerHand(userId?: string): ModerationResult;
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
    updateMeeting: (values) => rpc("update_meeting", { p_meeting_id: meetingId, ...values }),
    rotateCode: () => rpc("rotate_code", { p_meeting_id: meetingId }),
    endMeeting: () => rpc("end_meeting", { p_meeting_id: meetingId }),
    raiseHand: () => rpc("raise_hand", { p_meeting_id: meetingId }),
    lowerHand: (user_id) => rpc("lower_hand", { p_meeting_id: meetingId, p_user_id: user_id }),
    updateProfile: ({ display_name, speaks, reads }) =>
      rpc("knock", { p_code: meetingCode(), p_display_name: display_name, p_speaks: speaks, p_reads: reads }),
  };
}
