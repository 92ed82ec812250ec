/**
 * One meeting in memory that behaves like the database: the same rpc functions, the same broadcasts, one `seq` for each
 * write. Each person calls under their own id. A person can be offline, and a response can get lost after the write.
 */

import type { Clock } from "../../app/lib/clock.ts";
import type { Rpc, RpcArgs, RpcName } from "../../app/lib/rpc.ts";
import { type ErrorCode, fail, ok, type Result } from "../../supabase/functions/_shared/contracts/errors.ts";
import type { TermEntry } from "../../supabase/functions/_shared/contracts/glossary.ts";
import type { Language } from "../../supabase/functions/_shared/contracts/languages.ts";
import type { Line, Translation } from "../../supabase/functions/_shared/contracts/lines.ts";
import type { Meeting, Peer } from "../../supabase/functions/_shared/contracts/meetings.ts";
import type { TranslateResponse } from "../../supabase/functions/_shared/contracts/translate.ts";
import { callHandlers } from "./backend/call.ts";
import { captionHandlers } from "./backend/captions.ts";
import { lineHandlers, translated } from "./backend/lines.ts";
import { moderationHandlers } from "./backend/moderation.ts";
import {
  admissionError,
  admitParticipant,
  callId,
  connectedPeers,
  createState,
  disconnectPeer,
  type Handlers,
  iso,
  toPeer,
  uuid,
} from "./backend/state.ts";
import type { FakeHub } from "./realtime.ts";

export { MEETING_ID } from "./backend/state.ts";

export interface FakePerson {
  readonly userId: string;
  readonly reads: Language;
  rpc: Rpc;
  translate: (lineIds: readonly string[], options?: { coming?: boolean }) => Promise<Result<TranslateResponse>>;
  setOffline(offline: boolean): void;
  /** Fails the next call of this name with the code. With `written`, the write happens first. */
  failNext(name: RpcName, code: ErrorCode, written?: boolean): void;
}

export interface FakeBackend {
  /** Adds a participant; the first is the host. */
  person(name: string, speaks: Language, reads: Language): FakePerson;
  /** Adds a visitor with the link who has not knocked. */
  visitor(reads: Language): FakePerson;
  /** All calls in order. */
  calls: { name: RpcName | "translate"; user: string; args: unknown }[];
  meeting(): Meeting;
  peers(): Peer[];
  lines(): Line[];
  callId(): string;
  /** Disconnects the peers of this person, as after missing heartbeats. */
  expirePeers(userId: string): void;
  /** Gives the place of this person to a host. */
  replacePeers(userId: string): void;
  /** Ends the call; the next person to join starts another call. */
  endCall(): void;
  /** Moves the meeting to its next topic. */
  nextEpoch(): void;
  /** The workspace's glossary. */
  terms: TermEntry[];
  /** Translates a line. The default prefixes each text with its language. */
  engine: (line: Line, to: Language) => Pick<Translation, "status" | "text" | "reason">;
  /** The pause of the only engine after a failure, as the circuit breaker does it. Null: an engine is up. */
  enginePauseMs: (() => number) | null;
}

/** The time to wait for lines that are still being posted. */
const PENDING_LINE_WAIT_MS = 630;

const notInFake = () => fail("bug/unexpected", "not in this fake: it holds one meeting, without accounts");

export function createBackend({ hub, clock }: { hub: FakeHub; clock: Clock }): FakeBackend {
  const state = createState({ hub, clock });
  const calls: FakeBackend["calls"] = [];
  let people = 0;

  const handlersOf = (user: string): Handlers => ({
    // This fake holds a single meeting: functions beyond it return an error that names the reason.
    create_meeting: notInFake,
    home: notInFake,
    meeting_page: notInFake,
    proposals: notInFake,
    propose_correction: notInFake,
    answer_proposal: notInFake,
    share_call: notInFake,
    read_profile: notInFake,
    update_profile: notInFake,
    create_merge_token: notInFake,
    redeem_merge_token: notInFake,
    glossary: notInFake,
    save_term: notInFake,
    propose_term: notInFake,
    decide_term: notInFake,
    delete_term: notInFake,
    import_terms: notInFake,
    proposed_terms: notInFake,
    term_occurrences: notInFake,
    retranslate_term: notInFake,
    call_recap: notInFake,
    insights: notInFake,
    call_insights: notInFake,
    report_counters: () => ok(null),
    lines_with_links: notInFake,
    lines_with_files: notInFake,
    offer_file: notInFake,
    withdraw_file: notInFake,
    file_allowance: notInFake,
    set_preview: notInFake,
    file_picture: notInFake,
    board_files: notInFake,
    board_choices: notInFake,
    comments: notInFake,
    post_comment: notInFake,
    see_comments: notInFake,
    board_file: notInFake,
    board_topics: notInFake,
    commented_files: notInFake,
    forward_file: notInFake,
    delete_file: notInFake,
    call_confirmations: notInFake,
    ask_confirmation: notInFake,
    answer_confirmation: notInFake,
    set_task_due: notInFake,
    home_confirmations: notInFake,
    confirmation_by_link: notInFake,
    answer_by_link: notInFake,
    stop_confirmation_emails: notInFake,
    set_confirmation_emails: notInFake,
    read_summary: notInFake,
    my_sessions: notInFake,
    end_session: notInFake,
    end_other_sessions: notInFake,
    password_state: notInFake,
    allow_password_change: notInFake,
    allow_email_change: notInFake,
    allow_phone_change: notInFake,
    remove_phone: notInFake,
    allow_new_factor: notInFake,
    allow_recovery_codes: notInFake,
    allow_factor_removal: notInFake,
    factor_reset_state: notInFake,
    request_factor_reset: notInFake,
    withdraw_factor_reset: notInFake,
    workspace_factor_resets: notInFake,
    answer_factor_reset: notInFake,
    has_recent_proof: notInFake,
    begin_passkey: notInFake,
    allow_passkey: notInFake,
    my_identities: notInFake,
    allow_identity: notInFake,
    allow_identity_removal: notInFake,
    calendar: notInFake,
    read_series: notInFake,
    cancel_series: notInFake,
    invite_to_series: notInFake,
    remove_invitee: notInFake,
    send_invitation_again: notInFake,
    series_by_link: notInFake,
    answer_series_by_link: notInFake,
    set_series_emails: notInFake,
    reminder_runs: notInFake,
    my_calendar_feed: notInFake,
    renew_calendar_feed: notInFake,
    revoke_calendar_feed: notInFake,
    my_push: notInFake,
    add_push_device: notInFake,
    remove_push_device: notInFake,
    set_quiet_hours: notInFake,
    feed_by_link: notInFake,
    my_workspaces: notInFake,
    create_workspace: notInFake,
    update_workspace: notInFake,
    choose_workspace: notInFake,
    workspace_members: notInFake,
    set_member_role: notInFake,
    remove_member: notInFake,
    leave_workspace: notInFake,
    transfer_workspace: notInFake,
    require_two_factor: notInFake,
    require_single_sign_on: notInFake,
    workspace_invitations: notInFake,
    invite_member: notInFake,
    renew_invitation: notInFake,
    revoke_invitation: notInFake,
    read_invitation: notInFake,
    accept_invitation: notInFake,
    workspace_changes: notInFake,
    workspace_usage: notInFake,
    account_deletion: notInFake,
    request_account_deletion: notInFake,
    cancel_account_deletion: notInFake,
    request_workspace_deletion: notInFake,
    cancel_workspace_deletion: notInFake,
    export_account: notInFake,
    export_page: notInFake,
    export_count: notInFake,
    meeting_avatars: () => admissionError(state, user) ?? ok([]),
    meeting_terms: () => admissionError(state, user) ?? ok(state.terms),
    health: () => ok({ now: iso(clock.now()), migration: "20260101000000", jobs: {} }),
    ...callHandlers(state, user),
    ...lineHandlers(state, user),
    ...moderationHandlers(state, user),
    ...captionHandlers(state, user),
  });

  function run<Name extends RpcName>(user: string, handlers: Handlers, name: Name, args: RpcArgs[Name]) {
    calls.push({ name, user, args });
    return handlers[name](args);
  }

  function visitor(reads: Language): FakePerson {
    people += 1;
    const userId = uuid("b", people);
    const handlers = handlersOf(userId);
    const failures: { name: RpcName; code: ErrorCode; written: boolean }[] = [];
    let offline = false;
    const rpc: Rpc = async (name, args) => {
      await Promise.resolve();
      if (offline) return fail("network/offline");
      const index = failures.findIndex((failure) => failure.name === name);
      const [failure] = index < 0 ? [] : failures.splice(index, 1);
      if (failure !== undefined && !failure.written) return fail(failure.code);
      const result = run(userId, handlers, name, args);
      await Promise.resolve();
      return failure === undefined && !offline ? result : fail(failure?.code ?? "network/offline");
    };
    return {
      userId,
      reads,
      rpc,
      async translate(lineIds, { coming = false } = {}) {
        await Promise.resolve();
        if (offline) return fail("network/offline");
        calls.push({ name: "translate", user: userId, args: lineIds });
        const areThere = () => lineIds.some((id) => state.stored.has(id));
        // The lines that are posted at the same time arrive within a few turns, unless a test delays them.
        for (let turn = 0; coming && !areThere() && turn < 5; turn += 1) await Promise.resolve();
        if (coming && !areThere()) await new Promise<void>((resolve) => clock.after(PENDING_LINE_WAIT_MS, resolve));
        return ok(translated(state, lineIds));
      },
      setOffline(now) {
        offline = now;
      },
      failNext(name, code, written = false) {
        failures.push({ name, code, written });
      },
    };
  }

  return {
    calls,
    meeting: () => state.meeting,
    peers: () => connectedPeers(state).map(toPeer),
    lines: () => [...state.stored.values()],
    callId: () => callId(state),
    get terms() {
      return state.terms;
    },
    set terms(terms) {
      state.terms = terms;
      state.meeting = { ...state.meeting, terms: state.seq + 1 };
      state.broadcast("meeting_changed", { meeting: state.meeting });
    },
    get engine() {
      return state.engine;
    },
    get enginePauseMs() {
      return state.enginePauseMs;
    },
    set enginePauseMs(pause) {
      state.enginePauseMs = pause;
    },
    set engine(engine) {
      state.engine = engine;
    },
    expirePeers(userId) {
      for (const row of connectedPeers(state)) if (row.user_id === userId) disconnectPeer(state, row, "gone");
    },
    replacePeers(userId) {
      for (const row of connectedPeers(state)) if (row.user_id === userId) disconnectPeer(state, row, "replaced");
    },
    endCall() {
      state.callNumber += 1;
      state.startedAt = clock.now();
      state.rows = [];
    },
    nextEpoch() {
      state.epoch += 1;
    },
    visitor,
    person(name, speaks, reads) {
      const person = visitor(reads);
      admitParticipant(state, { user_id: person.userId, display_name: name, speaks, reads });
      return person;
    },
  };
}
