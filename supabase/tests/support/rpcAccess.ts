/** Every public function × persona: what each gets who calls it, also with another's ids. */
import { randomUUID } from "node:crypto";
import { CONTENT_RPC_ACCESS } from "./contentRpcAccess.ts";
import { everybody, type Row, type Scene } from "./personas.ts";
import { type RpcCase, type RpcOutcome, signedIn } from "./rpcOutcome.ts";

const ACCOUNTS = ["stranger", "member", "admin", "owner"] as const;
const accounts = (outcome: RpcOutcome): Partial<Row<RpcOutcome>> =>
  Object.fromEntries(ACCOUNTS.map((persona) => [persona, outcome]));

const ofMeeting = (scene: Scene) => ({ meeting_id: scene.meeting.id });
function ofPerson(scene: Scene, persona: "waiting" | "removed" | "stranger" | "admitted" | "host") {
  const caller = scene.callers[persona];
  if (caller.role !== "authenticated") throw new Error(`${persona} is no user`);
  return { ...ofMeeting(scene), user_id: caller.id };
}

/** What is for those who lead the meeting: who takes part hears which role it needs. */
const led = (outcome: RpcOutcome, needed: RpcOutcome = "role/moderator-needed"): Row<RpcOutcome> =>
  signedIn("meeting/not-entered", {
    ...{ outside: needed, admitted: needed, earlier: needed, removed: "meeting/removed" },
    ...{ host: outcome, admin: outcome, owner: outcome },
  });

export const RPC_ACCESS: readonly RpcCase[] = [
  ...CONTENT_RPC_ACCESS,
  { name: "health", args: () => ({}), outcomes: everybody<RpcOutcome>("done", { service: "denied" }) },
  {
    name: "find_meeting",
    args: (scene) => ({ code: scene.meeting.code }),
    outcomes: everybody<RpcOutcome>("done", { service: "denied" }),
  },
  { name: "home", args: () => ({}), outcomes: signedIn("done") },
  { name: "read_profile", args: () => ({}), outcomes: signedIn("done") },
  { name: "update_profile", args: () => ({ display_name: "Eve" }), outcomes: signedIn("done") },
  {
    name: "create_meeting",
    about: "with another's id",
    args: (scene) => ({ id: scene.meeting.id }),
    outcomes: signedIn("request/not-allowed", { host: "done" }),
  },
  {
    name: "knock",
    args: (scene) => ({ code: scene.meeting.code, display_name: "Eve", speaks: "en", reads: "en" }),
    outcomes: signedIn("done", { removed: "meeting/removed" }),
  },
  {
    name: "try_relay",
    args: (scene) => ({ code: scene.meeting.code }),
    outcomes: signedIn("done"),
  },
  {
    name: "use_relay",
    args: ofMeeting,
    outcomes: signedIn("done"),
  },
  {
    name: "enter_call",
    about: "without knocking",
    args: (scene) => ({ meeting_id: scene.meeting.id, peer_id: randomUUID() }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "done", admitted: "done", earlier: "done", host: "done", removed: "meeting/removed" },
    }),
  },
  {
    name: "enter_call",
    about: "as another's peer",
    args: (scene) => ({ meeting_id: scene.meeting.id, peer_id: scene.peer }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "request/not-allowed", earlier: "request/not-allowed", host: "request/not-allowed" },
      ...{ admitted: "done", removed: "meeting/removed" },
    }),
  },
  ...["heartbeat", "leave_call"].map(
    (name): RpcCase => ({
      name,
      about: "of another's peer",
      args: (scene) => ({ call_id: scene.second, peer_id: scene.peer }),
      outcomes: signedIn("meeting/not-entered", {
        ...{ outside: "request/not-allowed", earlier: "request/not-allowed", host: "request/not-allowed" },
        ...{ admitted: "done", removed: "meeting/removed" },
      }),
    }),
  ),
  {
    name: "post_line",
    about: "into a call",
    args: (scene) => ({ id: randomUUID(), call_id: scene.second, language: "es", text: "hola" }),
    // A member reads what was said; to speak, one enters.
    outcomes: signedIn("meeting/not-entered", { admitted: "done", host: "done", removed: "meeting/removed" }),
  },
  {
    name: "post_line",
    about: "under another's id",
    args: (scene) => ({ id: scene.line, call_id: scene.second, language: "es", text: "hola" }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "line/conflict", admitted: "line/conflict", earlier: "line/conflict" },
      ...{ host: "done", removed: "meeting/removed" },
    }),
  },
  {
    name: "changes",
    args: (scene) => ({ meeting_id: scene.meeting.id, after: 0 }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ outside: "done", admitted: "done", earlier: "done", host: "done", removed: "meeting/removed" },
    }),
  },
  {
    name: "history",
    about: "of the second call",
    args: (scene) => ({ call_id: scene.second, before: null }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ admitted: "done", host: "done", member: "done", admin: "done", owner: "done" },
    }),
  },
  {
    name: "history",
    about: "of the first call",
    args: (scene) => ({ call_id: scene.first, before: null }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ earlier: "done", host: "done", member: "done", admin: "done", owner: "done" },
    }),
  },
  { name: "knock_standing", args: ofMeeting, outcomes: signedIn("done", { removed: "meeting/removed" }) },
  { name: "withdraw_knock", args: ofMeeting, outcomes: signedIn("done") },
  { name: "lobby", args: ofMeeting, outcomes: led("done") },
  { name: "admit", args: (scene) => ofPerson(scene, "waiting"), outcomes: led("done") },
  { name: "admit", about: "the removed", args: (scene) => ofPerson(scene, "removed"), outcomes: led("done") },
  {
    name: "admit",
    about: "who never knocked",
    args: (scene) => ofPerson(scene, "stranger"),
    outcomes: led("knock/not-found"),
  },
  { name: "admit_all", args: (scene) => ({ ...ofMeeting(scene), user_ids: [] }), outcomes: led("done") },
  { name: "deny", args: (scene) => ofPerson(scene, "waiting"), outcomes: led("done") },
  { name: "mute", args: (scene) => ({ ...ofPerson(scene, "admitted"), muted: true }), outcomes: led("done") },
  {
    name: "mute",
    about: "the host",
    args: (scene) => ({ ...ofPerson(scene, "host"), muted: true }),
    outcomes: { ...led("done"), host: "request/not-allowed" },
  },
  { name: "remove", args: (scene) => ofPerson(scene, "admitted"), outcomes: led("done") },
  {
    name: "remove",
    about: "the host",
    args: (scene) => ofPerson(scene, "host"),
    outcomes: { ...led("done"), host: "request/not-allowed" },
  },
  {
    name: "remove",
    about: "who never came",
    args: (scene) => ofPerson(scene, "stranger"),
    outcomes: led("request/not-found"),
  },
  { name: "lock", args: (scene) => ({ ...ofMeeting(scene), locked: true }), outcomes: led("done") },
  { name: "rotate_code", args: ofMeeting, outcomes: led("done") },
  {
    name: "lower_hand",
    about: "of another",
    args: (scene) => ofPerson(scene, "admitted"),
    outcomes: { ...led("done"), admitted: "done" },
  },
  {
    name: "set_role",
    args: (scene) => ({ ...ofPerson(scene, "admitted"), role: "co-host" }),
    outcomes: led("done", "role/host-needed"),
  },
  {
    name: "set_role",
    about: "of the host",
    args: (scene) => ({ ...ofPerson(scene, "host"), role: "guest" }),
    outcomes: led("request/not-allowed", "role/host-needed"),
  },
  {
    name: "update_meeting",
    args: (scene) => ({ ...ofMeeting(scene), title: "Eve's" }),
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
    args: (scene) => ({ line_id: scene.line, text: "adiós" }),
    outcomes: signedIn("line/not-found", { admitted: "request/not-allowed", host: "done" }),
  },
  {
    name: "delete_line",
    args: (scene) => ({ line_id: scene.line }),
    outcomes: signedIn("line/not-found", { admitted: "request/not-allowed", host: "done" }),
  },
  {
    name: "react",
    args: (scene) => ({ line_id: scene.line, emoji: "👍" }),
    outcomes: signedIn("line/not-found", { admitted: "done", host: "done" }),
  },
  {
    name: "forward_line",
    about: "into the meeting that it is of",
    args: (scene) => ({ id: randomUUID(), line_id: scene.line, meeting_id: scene.meeting.id }),
    // Members read the source; to write one must have entered.
    outcomes: signedIn("line/not-found", {
      ...{ admitted: "done", host: "done" },
      ...{ member: "meeting/not-entered", admin: "meeting/not-entered", owner: "meeting/not-entered" },
    }),
  },
  ...["report_translation", "retry_translation"].map(
    (name): RpcCase => ({
      name,
      args: (scene) => ({ line_id: scene.line, language: "en" }),
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
  { name: "offer_claim", args: () => ({}), outcomes: signedIn("done", accounts("request/not-allowed")) },
  {
    name: "accept_claim",
    args: () => ({ token: "0".repeat(64) }),
    outcomes: signedIn("account/needed", accounts("account/claim-refused")),
  },
  {
    name: "claim_translations",
    args: (scene) => ({ line_ids: [scene.line], user_id: randomUUID() }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "claim_translations",
    about: "into a language",
    args: (scene) => ({ line_ids: [scene.line], user_id: randomUUID(), language: "fr" }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "claim_summary",
    args: (scene) => ({
      ...{ call_id: scene.second, user_id: ofPerson(scene, "admitted").user_id, language: "en" },
      ...{ again: true, model_up: true, translator_up: true },
    }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "claim_summary",
    about: "for one who may not read the call",
    args: (scene) => ({
      ...{ call_id: scene.second, user_id: ofPerson(scene, "removed").user_id, language: "en" },
      ...{ again: false, model_up: true, translator_up: true },
    }),
    outcomes: everybody<RpcOutcome>("denied", { service: "meeting/not-entered" }),
  },
  ...(["store_summary", "store_summary_translation"] as const).map(
    (name): RpcCase => ({
      name,
      args: ({ second }) => ({
        result: { json: { call_id: second, state: 0, target: "en", reason: "summary/unavailable" } },
      }),
      outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
    }),
  ),
  {
    name: "spend_speech",
    args: (scene) => ({ call_id: scene.second, user_id: ofPerson(scene, "admitted").user_id, milliseconds: 1 }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  ...(["host", "removed", "stranger"] as const).map(
    (persona): RpcCase => ({
      name: "spend_speech",
      about: `for ${persona}, in a call in which they are not`,
      args: (scene) => ({
        call_id: persona === "host" ? scene.first : scene.second,
        user_id: ofPerson(scene, persona).user_id,
        milliseconds: 1,
      }),
      outcomes: everybody<RpcOutcome>("denied", { service: "meeting/not-entered" }),
    }),
  ),
  {
    name: "store_translations",
    args: () => ({ results: { json: [] } }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
];
