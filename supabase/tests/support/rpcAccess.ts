/** The outcome of every public function for every persona, also with foreign ids. */
import { randomUUID } from "node:crypto";
import { CONTENT_RPC_ACCESS } from "./contentRpcAccess.ts";
import { FILE_RPC_ACCESS } from "./fileRpcAccess.ts";
import { JOB_RPC_ACCESS } from "./jobRpcAccess.ts";
import { PEOPLE_RPC_ACCESS } from "./peopleRpcAccess.ts";
import { everybody, type Row, type Scene } from "./personas.ts";
import { PLAN_RPC_ACCESS } from "./planRpcAccess.ts";
import { type RpcCase, type RpcOutcome, signedIn } from "./rpcOutcome.ts";

const ACCOUNTS = ["stranger", "member", "admin", "owner"] as const;
const accounts = (outcome: RpcOutcome): Partial<Row<RpcOutcome>> =>
  Object.fromEntries(ACCOUNTS.map((persona) => [persona, outcome]));

const ofMeeting = (scene: Scene) => ({ p_meeting_id: scene.meeting.id });
function ofPerson(scene: Scene, persona: "waiting" | "removed" | "stranger" | "admitted" | "host") {
  const caller = scene.callers[persona];
  if (caller.role !== "authenticated") throw new Error(`${persona} is no user`);
  return { ...ofMeeting(scene), p_user_id: caller.id };
}

/** Outcomes of a function for moderators. Other participants get the role that they would need. */
const led = (outcome: RpcOutcome, needed: RpcOutcome = "role/moderator-needed"): Row<RpcOutcome> =>
  signedIn("meeting/not-entered", {
    ...{ outside: needed, admitted: needed, earlier: needed, removed: "meeting/removed" },
    ...{ host: outcome, admin: outcome, owner: outcome },
  });

export const RPC_ACCESS: readonly RpcCase[] = [
  ...CONTENT_RPC_ACCESS,
  ...FILE_RPC_ACCESS,
  ...JOB_RPC_ACCESS,
  ...PEOPLE_RPC_ACCESS,
  ...PLAN_RPC_ACCESS,
  { name: "health", args: () => ({}), outcomes: everybody<RpcOutcome>("done", { service: "denied" }) },
  {
    name: "find_meeting",
    args: (scene) => ({ p_code: scene.meeting.code }),
    outcomes: everybody<RpcOutcome>("done", { service: "denied" }),
  },
  { name: "home", args: () => ({}), outcomes: signedIn("done") },
  {
    name: "meeting_page",
    args: ofMeeting,
    outcomes: signedIn("request/not-found", {
      ...{ outside: "done", admitted: "done", earlier: "done", host: "done" },
      ...{ member: "done", admin: "done", owner: "done" },
    }),
  },
  { name: "read_profile", args: () => ({}), outcomes: signedIn("done") },
  { name: "update_profile", args: () => ({ p_display_name: "Eve" }), outcomes: signedIn("done") },
  {
    name: "create_meeting",
    about: "with another's id",
    args: (scene) => ({ p_meeting_id: scene.meeting.id }),
    outcomes: signedIn("request/not-allowed", { host: "done" }),
  },
  {
    name: "knock",
    args: (scene) => ({ p_code: scene.meeting.code, p_display_name: "Eve", p_speaks: "en", p_reads: "en" }),
    outcomes: signedIn("done", { removed: "meeting/removed" }),
  },
  {
    name: "authorize_turn_test",
    args: (scene) => ({ p_code: scene.meeting.code }),
    outcomes: signedIn("done"),
  },
  {
    name: "authorize_turn",
    args: ofMeeting,
    outcomes: signedIn("done"),
  },
  {
    name: "enter_call",
    about: "without knocking",
    args: (scene) => ({ p_meeting_id: scene.meeting.id, p_peer_id: randomUUID() }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "done", admitted: "done", earlier: "done", host: "done", removed: "meeting/removed" },
    }),
  },
  {
    name: "enter_call",
    about: "as another's peer",
    args: (scene) => ({ p_meeting_id: scene.meeting.id, p_peer_id: scene.peer }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "request/not-allowed", earlier: "request/not-allowed", host: "request/not-allowed" },
      ...{ admitted: "done", removed: "meeting/removed" },
    }),
  },
  ...["heartbeat", "leave_call"].map(
    (name): RpcCase => ({
      name,
      about: "of another's peer",
      args: (scene) => ({ p_call_id: scene.second, p_peer_id: scene.peer }),
      outcomes: signedIn("meeting/not-entered", {
        ...{ outside: "request/not-allowed", earlier: "request/not-allowed", host: "request/not-allowed" },
        ...{ admitted: "done", removed: "meeting/removed" },
      }),
    }),
  ),
  {
    name: "send_signal",
    about: "as another's peer",
    args: (scene) => ({
      ...{ p_call_id: scene.second, p_from: scene.peer, p_to: scene.peer },
      p_signal: { json: { type: "ready", reply: false, missed: false } },
    }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "done", admitted: "done", earlier: "done", host: "done", removed: "meeting/removed" },
    }),
  },
  {
    name: "missed_signals",
    about: "of another's peer",
    args: (scene) => ({ p_call_id: scene.second, p_peer_id: scene.peer }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "done", admitted: "done", earlier: "done", host: "done", removed: "meeting/removed" },
    }),
  },
  {
    name: "post_line",
    about: "into a call",
    args: (scene) => ({ p_line_id: randomUUID(), p_call_id: scene.second, p_language: "es", p_text: "hola" }),
    // Members read the captions; only participants can post them.
    outcomes: signedIn("meeting/not-entered", { admitted: "done", host: "done", removed: "meeting/removed" }),
  },
  {
    name: "post_line",
    about: "under another's id",
    args: (scene) => ({ p_line_id: scene.line, p_call_id: scene.second, p_language: "es", p_text: "hola" }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "line/conflict", admitted: "line/conflict", earlier: "line/conflict" },
      ...{ host: "done", removed: "meeting/removed" },
    }),
  },
  {
    name: "changes_since",
    args: (scene) => ({ p_meeting_id: scene.meeting.id, p_after_seq: 0 }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "done", admitted: "done", earlier: "done", host: "done", removed: "meeting/removed" },
    }),
  },
  {
    name: "history",
    about: "of the second call",
    args: (scene) => ({ p_call_id: scene.second, p_before_seq: null }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ admitted: "done", host: "done", member: "done", admin: "done", owner: "done" },
    }),
  },
  {
    name: "history",
    about: "of the first call",
    args: (scene) => ({ p_call_id: scene.first, p_before_seq: null }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ earlier: "done", host: "done", member: "done", admin: "done", owner: "done" },
    }),
  },
  { name: "knock_status", args: ofMeeting, outcomes: signedIn("done", { removed: "meeting/removed" }) },
  { name: "withdraw_knock", args: ofMeeting, outcomes: signedIn("done") },
  { name: "waiting_participants", args: ofMeeting, outcomes: led("done") },
  { name: "admit", args: (scene) => ofPerson(scene, "waiting"), outcomes: led("done") },
  { name: "admit", about: "the removed", args: (scene) => ofPerson(scene, "removed"), outcomes: led("done") },
  {
    name: "admit",
    about: "who never knocked",
    args: (scene) => ofPerson(scene, "stranger"),
    outcomes: led("knock/not-found"),
  },
  { name: "admit_all", args: (scene) => ({ ...ofMeeting(scene), p_user_ids: [] }), outcomes: led("done") },
  { name: "deny", args: (scene) => ofPerson(scene, "waiting"), outcomes: led("done") },
  {
    name: "mute_participant",
    args: (scene) => ({ ...ofPerson(scene, "admitted"), p_muted: true }),
    outcomes: led("done"),
  },
  {
    name: "mute_participant",
    about: "the host",
    args: (scene) => ({ ...ofPerson(scene, "host"), p_muted: true }),
    outcomes: { ...led("done"), host: "request/not-allowed" },
  },
  { name: "remove_participant", args: (scene) => ofPerson(scene, "admitted"), outcomes: led("done") },
  {
    name: "remove_participant",
    about: "the host",
    args: (scene) => ofPerson(scene, "host"),
    outcomes: { ...led("done"), host: "request/not-allowed" },
  },
  {
    name: "remove_participant",
    about: "who never came",
    args: (scene) => ofPerson(scene, "stranger"),
    outcomes: led("request/not-found"),
  },
  { name: "set_meeting_locked", args: (scene) => ({ ...ofMeeting(scene), p_locked: true }), outcomes: led("done") },
  { name: "rotate_code", args: ofMeeting, outcomes: led("done") },
  {
    name: "lower_hand",
    about: "of another",
    args: (scene) => ofPerson(scene, "admitted"),
    outcomes: { ...led("done"), admitted: "done" },
  },
  {
    name: "set_role",
    args: (scene) => ({ ...ofPerson(scene, "admitted"), p_role: "co-host" }),
    outcomes: led("done", "role/host-needed"),
  },
  {
    name: "set_role",
    about: "of the host",
    args: (scene) => ({ ...ofPerson(scene, "host"), p_role: "guest" }),
    outcomes: led("request/not-allowed", "role/host-needed"),
  },
  {
    name: "update_meeting",
    args: (scene) => ({ ...ofMeeting(scene), p_title: "Eve's" }),
    outcomes: led("done", "role/host-needed"),
  },
  { name: "end_meeting", args: ofMeeting, outcomes: led("done", "role/host-needed") },
  {
    name: "raise_hand",
    args: ofMeeting,
    outcomes: signedIn("meeting/not-entered", { admitted: "done", host: "done", removed: "meeting/removed" }),
  },
  {
    name: "lower_hand",
    about: "one's own",
    args: ofMeeting,
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "done", admitted: "done", earlier: "done", host: "done", removed: "meeting/removed" },
    }),
  },
  {
    name: "edit_line",
    args: (scene) => ({ p_line_id: scene.line, p_text: "adiós" }),
    outcomes: signedIn("line/not-found", { admitted: "request/not-allowed", host: "done" }),
  },
  {
    name: "delete_line",
    args: (scene) => ({ p_line_id: scene.line }),
    outcomes: signedIn("line/not-found", { admitted: "request/not-allowed", host: "done" }),
  },
  {
    name: "react_to_line",
    args: (scene) => ({ p_line_id: scene.line, p_emoji: "👍" }),
    outcomes: signedIn("line/not-found", { admitted: "done", host: "done" }),
  },
  {
    name: "forward_line",
    about: "into the meeting that it is of",
    args: (scene) => ({ p_line_id: randomUUID(), p_source_line_id: scene.line, p_meeting_id: scene.meeting.id }),
    // Members read the source line; only participants can post a line.
    outcomes: signedIn("line/not-found", {
      ...{ admitted: "done", host: "done" },
      ...{ member: "meeting/not-entered", admin: "meeting/not-entered", owner: "meeting/not-entered" },
    }),
  },
  ...["report_translation", "retry_translation"].map(
    (name): RpcCase => ({
      name,
      args: (scene) => ({ p_line_id: scene.line, p_language: "en" }),
      outcomes: signedIn("line/not-found", { admitted: "done", host: "done" }),
    }),
  ),
  {
    name: "translation_quota",
    args: ofMeeting,
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "done", admitted: "done", earlier: "done", host: "done", removed: "meeting/removed" },
    }),
  },
  { name: "create_merge_token", args: () => ({}), outcomes: signedIn("done", accounts("request/not-allowed")) },
  {
    name: "redeem_merge_token",
    args: () => ({ p_token: "0".repeat(64) }),
    outcomes: signedIn("account/needed", accounts("account/claim-refused")),
  },
  {
    name: "claim_translations",
    args: (scene) => ({ p_line_ids: [scene.line], p_user_id: randomUUID() }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "claim_translations",
    about: "into a language",
    args: (scene) => ({ p_line_ids: [scene.line], p_user_id: randomUUID(), p_language: "fr" }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "claim_summary",
    args: (scene) => ({
      ...{ p_call_id: scene.second, p_user_id: ofPerson(scene, "admitted").p_user_id, p_language: "en" },
      ...{ p_again: true, p_model_up: true, p_translator_up: true },
    }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "claim_summary",
    about: "for one who may not read the call",
    args: (scene) => ({
      ...{ p_call_id: scene.second, p_user_id: ofPerson(scene, "removed").p_user_id, p_language: "en" },
      ...{ p_again: false, p_model_up: true, p_translator_up: true },
    }),
    outcomes: everybody<RpcOutcome>("denied", { service: "meeting/not-entered" }),
  },
  ...(["store_summary", "store_summary_translation"] as const).map(
    (name): RpcCase => ({
      name,
      args: ({ second }) => ({
        p_result: { json: { call_id: second, state: 0, target: "en", reason: "summary/unavailable" } },
      }),
      outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
    }),
  ),
  {
    name: "consume_speech_quota",
    args: (scene) => ({ p_call_id: scene.second, p_user_id: ofPerson(scene, "admitted").p_user_id, p_milliseconds: 1 }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  ...(["host", "removed", "stranger"] as const).map(
    (persona): RpcCase => ({
      name: "consume_speech_quota",
      about: `for ${persona}, in a call in which they are not`,
      args: (scene) => ({
        p_call_id: persona === "host" ? scene.first : scene.second,
        p_user_id: ofPerson(scene, persona).p_user_id,
        p_milliseconds: 1,
      }),
      outcomes: everybody<RpcOutcome>("denied", { service: "meeting/not-entered" }),
    }),
  ),
  {
    name: "store_translations",
    args: () => ({ p_results: { json: [] } }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
];
