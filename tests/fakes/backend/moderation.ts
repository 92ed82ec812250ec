/** Handlers of moderation and the waiting room. The fake has no workspace, so only the host and co-hosts moderate. */
import type { RpcResults } from "../../../app/lib/rpc.ts";
import { type ErrorCode, fail, ok, type Result } from "../../../supabase/functions/_shared/contracts/errors.ts";
import {
  type Meeting,
  moderationRank,
  type Participant,
} from "../../../supabase/functions/_shared/contracts/meetings.ts";
import { SERVER_LIMITS } from "../../../supabase/functions/_shared/contracts/serverLimits.ts";
import {
  admitParticipant,
  admittedResult,
  type BackendState,
  changeParticipant,
  connectedPeers,
  disconnectPeer,
  type HandlersFor,
  isModerated,
  iso,
  MEETING_ID,
} from "./state.ts";

type Names =
  | (
      | "find_meeting"
      | "knock"
      | "knock_status"
      | "withdraw_knock"
      | "waiting_participants"
      | "admit"
      | "admit_all"
      | "deny"
    )
  | (
      | "set_role"
      | "mute_participant"
      | "remove_participant"
      | "set_meeting_locked"
      | "update_meeting"
      | "rotate_code"
      | "end_meeting"
    );

export function moderationHandlers(state: BackendState, user: string): HandlersFor<Names> {
  const { participants, knocks } = state;
  const rankOf = (id: string) => {
    const value = participants.get(id)?.value;
    return value?.admission === "admitted" ? moderationRank(value.role, null) : 0;
  };
  function moderationError(atLeast: 1 | 2): ErrorCode | null {
    const caller = participants.get(user)?.value;
    if (caller === undefined) return "meeting/not-entered";
    if (caller.admission === "removed") return "meeting/removed";
    if (rankOf(user) < atLeast) return atLeast === 1 ? "role/moderator-needed" : "role/host-needed";
    return state.meeting.ended ? "meeting/ended" : null;
  }
  /** Runs the work if the caller is a moderator of this rank. */
  function asModerator<T>(atLeast: 1 | 2, work: () => Result<T>): Result<T> {
    const denied = moderationError(atLeast);
    return denied === null ? work() : fail(denied);
  }
  /** Changes a participant of a lower rank than the caller's. */
  function onParticipant(subject: string, change: () => Partial<Participant>): Result<{ participant: Participant }> {
    if (participants.get(subject)?.value.admission !== "admitted") return fail("request/not-found");
    if (rankOf(subject) >= rankOf(user)) return fail("request/not-allowed");
    return ok({ participant: changeParticipant(state, subject, change) });
  }
  function changeMeeting(values: Partial<Meeting>): Result<Meeting> {
    const next = { ...state.meeting, ...values };
    if (JSON.stringify(next) === JSON.stringify(state.meeting)) return ok(next);
    state.meeting = next;
    state.broadcast("meeting_changed", { meeting: next });
    return ok(next);
  }
  const notifyWaitingChanged = () => state.notifyModerators("waiting_participants_changed", {});
  function admitVisitor(id: string): Result<{ participant: Participant }> {
    const knock = knocks.get(id);
    const existing = participants.get(id)?.value;
    if (knock === undefined)
      return existing === undefined ? fail("knock/not-found") : ok({ participant: admitParticipant(state, existing) });
    knocks.delete(id);
    const participant = admitParticipant(state, knock);
    state.notifyVisitor(id, "admitted", { meeting_id: MEETING_ID });
    return ok({ participant });
  }
  /** Admits the given visitors, or all with null. */
  function admitWaiting(people: readonly string[] | null): number {
    const admitted = waiting().filter(({ user_id }) => people === null || people.includes(user_id));
    for (const { user_id } of admitted) admitVisitor(user_id);
    if (admitted.length > 0) notifyWaitingChanged();
    return admitted.length;
  }
  /** Removes every knock, because no visitor of the fake is a member of the workspace. */
  function removeAllKnocks() {
    for (const [id, { deniedAt }] of [...knocks]) {
      if (deniedAt === null) knocks.delete(id);
      state.notifyVisitor(id, "members_only", { meeting_id: MEETING_ID });
    }
    notifyWaitingChanged();
  }
  const endOf = (knocked_at: string) => Date.parse(knocked_at) + SERVER_LIMITS.knockTtlMs;
  const waiting = () =>
    [...knocks.values()].filter(
      ({ deniedAt, knocked_at }) => deniedAt === null && endOf(knocked_at) > state.clock.now(),
    );
  const retryAt = (deniedAt: number) => iso(deniedAt + SERVER_LIMITS.deniedKnockDelayMs);
  const knockState = (id: string): RpcResults["knock_status"] => {
    const knock = knocks.get(id);
    if (knock === undefined) return { admission: "ended", meeting_id: MEETING_ID, ran_out: false };
    if (knock.deniedAt !== null)
      return { admission: "denied", meeting_id: MEETING_ID, again_at: retryAt(knock.deniedAt) };
    const end = endOf(knock.knocked_at);
    if (end <= state.clock.now()) return { admission: "ended", meeting_id: MEETING_ID, ran_out: true };
    return { admission: "waiting", meeting_id: MEETING_ID, until: iso(end), moderated: isModerated(state) };
  };
  const entryRule = () => {
    const existing = participants.get(user)?.value.admission;
    if (existing === "removed") return "removed";
    if (rankOf(user) > 0) return "open";
    if (state.meeting.access === "members") return "members";
    if (existing === "admitted") return "open";
    if (state.meeting.locked) return "locked";
    return state.meeting.access;
  };

  return {
    find_meeting() {
      const { access, locked, keep, reading, title, host_name, ended } = state.meeting;
      if (ended) return fail("meeting/ended");
      const open = entryRule() === "open";
      const self = participants.get(user)?.value;
      const inside = connectedPeers(state).flatMap(({ user_id }) => participants.get(user_id)?.value ?? []);
      return ok({
        ...{ meeting_id: MEETING_ID, access, locked, keep, reading, entry: entryRule(), title: open ? title : null },
        host_name: open ? host_name : null,
        kept_days: keep === "nothing" ? null : 30,
        state: inside.length > 0 ? "live" : "idle",
        full: inside.filter(({ user_id }) => user_id !== user).length >= SERVER_LIMITS.meshParticipants,
        replaces: null,
        inside: open ? inside : [],
        me: self ?? { colour: 1, display_name: null, speaks: null, reads: null },
      });
    },
    knock({ p_display_name: display_name, p_speaks: speaks, p_reads: reads }) {
      if (state.meeting.ended) return fail("meeting/ended");
      const inside = connectedPeers(state).some(({ user_id }) => user_id === user);
      const entry = inside && entryRule() === "members" ? "open" : entryRule();
      if (entry === "removed") return fail("meeting/removed");
      if (entry === "locked") return fail("meeting/locked");
      if (entry === "members") return fail("meeting/members-only");
      const profile = { user_id: user, display_name, speaks, reads };
      if (entry === "open") return ok(admittedResult(admitParticipant(state, profile)));
      const stands = knockState(user).admission;
      const existing = stands === "ended" ? undefined : knocks.get(user);
      if (stands !== "denied") {
        const knocked_at = existing?.knocked_at ?? iso(state.clock.now());
        knocks.set(user, { ...profile, knocked_at, deniedAt: null });
        notifyWaitingChanged();
      }
      const now = knockState(user);
      return now.admission === "ended" ? fail("bug/unexpected") : ok(now);
    },
    knock_status() {
      if (state.meeting.ended) return fail("meeting/ended");
      const existing = participants.get(user)?.value;
      if (existing?.admission === "removed") return fail("meeting/removed");
      if (existing !== undefined) return ok(admittedResult(existing));
      if (state.meeting.access === "members") return fail("meeting/members-only");
      return ok(knockState(user));
    },
    withdraw_knock() {
      if (knocks.get(user)?.deniedAt !== null) return ok(null);
      knocks.delete(user);
      notifyWaitingChanged();
      state.notifyVisitor(user, "withdrawn", { meeting_id: MEETING_ID });
      return ok(null);
    },
    waiting_participants: () =>
      asModerator(1, () => ok({ waiting: waiting().map(({ deniedAt: _, ...knock }) => knock) })),
    admit: ({ p_user_id: user_id }) =>
      asModerator(1, () => {
        const result = admitVisitor(user_id);
        notifyWaitingChanged();
        return result;
      }),
    admit_all: ({ p_user_ids: user_ids }) => asModerator(1, () => ok({ admitted: admitWaiting(user_ids) })),
    deny: ({ p_user_id: user_id }) =>
      asModerator(1, () => {
        const knock = knocks.get(user_id);
        if (knock === undefined) return fail("knock/not-found");
        if (knock.deniedAt !== null) return ok(null);
        const deniedAt = state.clock.now();
        knocks.set(user_id, { ...knock, deniedAt });
        state.notifyVisitor(user_id, "denied", { meeting_id: MEETING_ID, again_at: retryAt(deniedAt) });
        notifyWaitingChanged();
        return ok(null);
      }),
    set_role: ({ p_user_id: user_id, p_role: role }) => asModerator(2, () => onParticipant(user_id, () => ({ role }))),
    mute_participant: ({ p_user_id: user_id, p_muted: muted }) =>
      asModerator(1, () => onParticipant(user_id, () => ({ muted }))),
    remove_participant: ({ p_user_id: user_id }) =>
      asModerator(1, () => {
        if (participants.get(user_id)?.value.admission === "removed") return ok(null);
        const existing = participants.get(user_id)?.value;
        if (existing === undefined) return fail("request/not-found");
        if (rankOf(user_id) >= rankOf(user)) return fail("request/not-allowed");
        for (const row of connectedPeers(state)) if (row.user_id === user_id) disconnectPeer(state, row, "removed");
        for (const [id, { value }] of participants)
          if (value.captioner === user_id) changeParticipant(state, id, () => ({ captioner: null }));
        const gone = { admission: "removed", role: "guest", muted: false, hand: null, captioner: null } as const;
        const value: Participant = { ...existing, ...gone };
        participants.set(user_id, { seq: state.seq + 1, value });
        state.broadcast("participant_removed", { user_id, epoch: state.epoch + 1 });
        state.epoch += 1;
        if (state.meeting.access === "open") changeMeeting({ access: "knock" });
        return ok(null);
      }),
    set_meeting_locked: ({ p_locked: locked }) =>
      asModerator(1, () => {
        const changed = changeMeeting({ locked });
        if (state.meeting.access === "open" && !locked) admitWaiting(null);
        return changed;
      }),
    update_meeting: ({ p_title: title, p_access: access, p_keep: keep, p_reading: reading }) =>
      asModerator(2, () => {
        const { meeting } = state;
        const named = title === undefined ? meeting.title : title === "" ? null : title;
        const changed = changeMeeting({
          ...{ title: named, access: access ?? meeting.access, keep: keep ?? meeting.keep },
          reading: reading ?? meeting.reading,
        });
        if (access === "open" && !meeting.locked) admitWaiting(null);
        if (access === "members") removeAllKnocks();
        return changed;
      }),
    rotate_code: () => asModerator(1, () => changeMeeting({ code: [...state.meeting.code].reverse().join("") })),
    end_meeting: () =>
      asModerator(2, () => {
        state.meeting = { ...state.meeting, ended: true };
        for (const row of connectedPeers(state)) row.left = "ended";
        for (const id of knocks.keys()) state.notifyVisitor(id, "ended", { meeting_id: MEETING_ID });
        knocks.clear();
        state.broadcast("meeting_ended", {});
        return ok(null);
      }),
  };
}
