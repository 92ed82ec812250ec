/** The access of each persona to the public functions for captions, lines, confirmations, glossary and recap. */
import { randomUUID } from "node:crypto";
import {
  admitted,
  captions,
  idOf,
  members,
  NO_COUNTERS,
  ofMeeting,
  ofTerm,
  ofWorkspace,
  removed,
  word,
} from "./rpcCaseParts.ts";
import { type RpcCase, signedIn } from "./rpcOutcome.ts";
import { toParameters } from "./testDatabase.ts";

export const CONTENT_RPC_ACCESS: readonly RpcCase[] = [
  {
    name: "post_captions",
    args: ({ second }) => ({ p_call_id: second, p_captions: captions() }),
    outcomes: signedIn("meeting/not-entered", { admitted: "done", host: "done", ...removed }),
  },
  {
    name: "post_captions",
    about: "under another's name",
    args: (scene) => ({ p_call_id: scene.second, p_captions: captions(idOf(scene, "host")) }),
    outcomes: signedIn("meeting/not-entered", { admitted: "request/not-allowed", host: "done", ...removed }),
  },
  {
    name: "set_captioner",
    args: (scene) => ({ ...ofMeeting(scene), p_captioner_id: idOf(scene, "admitted") }),
    outcomes: signedIn("meeting/not-entered", { ...admitted("done"), admitted: "request/invalid", ...removed }),
  },
  {
    name: "correct_line",
    args: ({ speech }) => ({ p_line_id: speech, p_revision: 2, p_text: "adiós" }),
    // During the call only its attendees can read it; later members can too.
    outcomes: signedIn("line/not-found", { admitted: "done", host: "done", ...members("meeting/not-entered") }),
  },
  {
    name: "correct_line",
    about: "of another's message",
    args: ({ line }) => ({ p_line_id: line, p_revision: 1, p_text: "adiós" }),
    outcomes: signedIn("line/not-found", {
      ...{ admitted: "request/not-allowed", host: "done", ...members("meeting/not-entered") },
    }),
  },
  {
    name: "propose_correction",
    args: ({ line }) => ({ p_line_id: line, p_text: "adiós" }),
    outcomes: signedIn("line/not-found", {
      ...{ admitted: "done", host: "request/not-allowed", ...members("meeting/not-entered") },
    }),
  },
  {
    name: "answer_proposal",
    args: (scene) => ({
      ...{ p_line_id: scene.line, p_proposer_id: idOf(scene, "admitted") },
      ...{ p_text: "adiós", p_accepted: true },
    }),
    outcomes: signedIn("line/not-found", {
      ...{ admitted: "request/not-allowed", host: "request/not-found", ...members("meeting/not-entered") },
    }),
  },
  {
    name: "proposals",
    args: ({ line }) => ({ p_line_id: line }),
    outcomes: signedIn("line/not-found", { admitted: "done", host: "done", ...members("done") }),
  },
  {
    name: "mark_line",
    args: ({ speech }) => ({ p_line_id: speech, p_kind: "task" }),
    outcomes: signedIn("line/not-found", { admitted: "done", host: "done", ...members("meeting/not-entered") }),
  },
  {
    name: "corrections",
    args: ({ speech }) => ({ p_line_id: speech }),
    outcomes: signedIn("line/not-found", { admitted: "done", host: "done", ...members("done") }),
  },
  ...(
    [
      ...["missed_lines", "transcript", "call_recap", "lines_with_links", "lines_with_files"],
      ...["read_summary", "authorize_summary", "call_insights"],
    ] as const
  ).map(
    (name): RpcCase => ({
      name,
      args: ({ second }) => ({ p_call_id: second, ...(/missed|transcript/u.test(name) && { p_after_seq: 0 }) }),
      outcomes: signedIn("meeting/not-entered", { admitted: "done", host: "done", ...members("done") }),
    }),
  ),
  {
    name: "insights",
    args: (scene) => ({ ...ofWorkspace(scene), p_from: "2026-01-01", p_until: "2026-12-31" }),
    outcomes: signedIn("request/not-allowed", members("done")),
  },
  {
    // Reports of people outside the call change nothing.
    name: "report_counters",
    args: ({ second }) => ({ p_call_id: second, p_counters: { json: NO_COUNTERS } }),
    outcomes: signedIn("done"),
  },
  {
    name: "share_call",
    args: ({ second }) => ({ p_call_id: second }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ admitted: "role/host-needed", host: "done" },
      ...{ member: "role/host-needed", admin: "done", owner: "done" },
    }),
  },
  {
    name: "call_confirmations",
    args: ({ second }) => ({ p_call_id: second }),
    outcomes: signedIn("meeting/not-entered", { admitted: "done", host: "done", ...members("done") }),
  },
  {
    // The line has no mark.
    name: "ask_confirmation",
    args: ({ line }) => ({ p_line_id: line }),
    outcomes: signedIn("line/not-found", {
      ...{ admitted: "request/invalid", host: "request/invalid", ...members("meeting/not-entered") },
    }),
  },
  {
    name: "answer_confirmation",
    args: ({ line }) => ({ p_line_id: line, p_revision: 1, p_answer: "understood" }),
    outcomes: signedIn("confirmation/not-found"),
  },
  {
    name: "set_task_due",
    args: ({ line }) => ({ p_line_id: line, p_due_on: null }),
    outcomes: signedIn("line/not-found", {
      ...{ admitted: "request/invalid", host: "request/invalid", ...members("meeting/not-entered") },
    }),
  },
  { name: "home_confirmations", args: () => ({}), outcomes: signedIn("done") },
  {
    name: "confirmation_by_link",
    args: () => ({ p_token: "0".repeat(64) }),
    outcomes: signedIn("confirmation/link-refused", { anon: "confirmation/link-refused" }),
  },
  {
    name: "answer_by_link",
    args: () => ({ p_token: "0".repeat(64), p_answer: "understood" }),
    outcomes: signedIn("confirmation/link-refused", { anon: "confirmation/link-refused" }),
  },
  {
    name: "stop_confirmation_emails",
    args: () => ({ p_token: "0".repeat(64) }),
    outcomes: signedIn("confirmation/link-refused", { anon: "confirmation/link-refused" }),
  },
  { name: "set_confirmation_emails", args: () => ({ p_on: true }), outcomes: signedIn("done") },
  { name: "glossary", args: ofWorkspace, outcomes: signedIn("request/not-allowed", members("done")) },
  {
    name: "save_term",
    args: (scene) => ({ ...ofWorkspace(scene), p_term_id: randomUUID(), ...toParameters(word) }),
    outcomes: signedIn("request/not-allowed", members("done")),
  },
  {
    name: "import_terms",
    args: (scene) => ({ ...ofWorkspace(scene), p_rows: { json: [word] } }),
    outcomes: signedIn("request/not-allowed", members("done")),
  },
  {
    name: "delete_term",
    args: ({ term }) => ({ p_term_id: term }),
    outcomes: signedIn("request/not-found", members("done")),
  },
  { name: "term_occurrences", args: ofTerm, outcomes: signedIn("request/not-found", members("done")) },
  {
    name: "retranslate_term",
    args: (scene) => ({ ...ofTerm(scene), p_call_id: scene.second }),
    outcomes: signedIn("request/not-found", members("done")),
  },
  {
    name: "meeting_terms",
    args: ofMeeting,
    outcomes: signedIn("meeting/not-entered", { ...admitted("done"), ...removed }),
  },
  {
    name: "meeting_avatars",
    args: ofMeeting,
    outcomes: signedIn("meeting/not-entered", { ...admitted("done"), ...removed }),
  },
  {
    name: "propose_term",
    args: (scene) => ({ ...ofMeeting(scene), p_term_id: randomUUID(), ...toParameters(word) }),
    outcomes: signedIn("meeting/not-entered", { ...admitted("done"), ...members("done"), ...removed }),
  },
  {
    name: "propose_term",
    about: "under another's id",
    args: (scene) => ({ ...ofMeeting(scene), p_term_id: scene.proposal, ...toParameters(word) }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ ...admitted("request/not-allowed"), admitted: "done", ...members("request/not-allowed"), ...removed },
    }),
  },
  {
    name: "proposed_terms",
    args: ofMeeting,
    outcomes: signedIn("meeting/not-entered", { ...admitted("done"), ...members("done"), ...removed }),
  },
  {
    name: "decide_term",
    args: ({ proposal }) => ({ p_term_id: proposal, p_approved: true }),
    outcomes: signedIn("request/not-found", {
      ...{ ...admitted("request/not-allowed"), ...members("done") },
    }),
  },
];
