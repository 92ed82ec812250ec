/** The access of each persona to the public functions for captions, files, glossary and recap. */
import { randomUUID } from "node:crypto";
import { everybody, type Persona, type Row, type Scene } from "./personas.ts";
import { type RpcCase, type RpcOutcome, signedIn } from "./rpcOutcome.ts";
import { toParameters } from "./testDatabase.ts";

const idOf = ({ callers }: Scene, persona: Persona): string => {
  const caller = callers[persona];
  if (caller.role !== "authenticated") throw new Error(`${persona} is no user`);
  return caller.id;
};
const all = (personas: readonly Persona[], outcome: RpcOutcome): Partial<Row<RpcOutcome>> =>
  Object.fromEntries(personas.map((persona) => [persona, outcome]));
const members = (outcome: RpcOutcome) => all(["member", "admin", "owner"], outcome);
const admitted = (outcome: RpcOutcome) => all(["outside", "admitted", "earlier", "host"], outcome);
const removed = { removed: "meeting/removed" } as const;

const word = { language: "en", term: "Spring trip", never: true };
const ofWorkspace = ({ workspace }: Scene) => ({ p_workspace_id: workspace });
const ofMeeting = ({ meeting }: Scene) => ({ p_meeting_id: meeting.id });
const ofTerm = ({ term }: Scene) => ({ p_term_id: term });
const fileParameters = ({ id, ...file }: Scene["file"]) => ({ p_file_id: id, ...toParameters(file) });
const captions = (speaker?: string) => ({
  json: [{ id: randomUUID(), language: "es", text: "hola", ago: 900, ms: 800, ...(speaker && { speaker }) }],
});
const NO_COUNTERS = { watched_ms: 0, behind_ms: 0, captions: 0, delay_ms: 0, device_lines: 0, device_characters: 0 };

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
    name: "offer_file",
    args: ({ second, file }) => ({ ...fileParameters(file), p_file_id: randomUUID(), p_call_id: second }),
    outcomes: signedIn("meeting/not-entered", { admitted: "done", host: "done", ...removed }),
  },
  {
    name: "offer_file",
    about: "under another's id",
    args: ({ second, file }) => ({ ...fileParameters(file), p_call_id: second }),
    outcomes: signedIn("meeting/not-entered", { admitted: "line/conflict", host: "done", ...removed }),
  },
  {
    name: "offer_file",
    about: "on the board",
    args: ({ meeting }) => ({
      ...{ p_file_id: randomUUID(), p_call_id: null, p_meeting_id: meeting.id },
      ...{ p_name: "plan.pdf", p_type: "application/pdf", p_bytes: 9 },
    }),
    outcomes: signedIn("meeting/not-entered", {
      ...{ admitted: "done", earlier: "done", host: "done", ...removed },
    }),
  },
  {
    name: "board_files",
    args: ofMeeting,
    outcomes: signedIn("meeting/not-found", {
      ...{ admitted: "done", earlier: "done", host: "done", ...members("done") },
    }),
  },
  {
    name: "board_files",
    about: "with a query",
    args: (scene) => ({ ...ofMeeting(scene), p_query: "plan" }),
    outcomes: signedIn("meeting/not-found", {
      ...{ admitted: "done", earlier: "done", host: "done", ...members("done") },
    }),
  },
  {
    name: "board_choices",
    args: ofMeeting,
    outcomes: signedIn("meeting/not-found", {
      ...{ admitted: "done", earlier: "done", host: "done", ...members("done") },
    }),
  },
  {
    name: "comments",
    about: "of a line without a file",
    args: ({ line }) => ({ p_file_id: line }),
    outcomes: signedIn("file/not-found"),
  },
  {
    name: "post_comment",
    about: "on a line without a file",
    args: ({ line }) => ({ p_line_id: randomUUID(), p_file_id: line, p_language: "es", p_text: "sí" }),
    outcomes: signedIn("file/not-found"),
  },
  // Null without a file.
  { name: "board_file", args: ({ line }) => ({ p_file_id: line }), outcomes: signedIn("done") },
  {
    name: "forward_file",
    about: "of a line without a file",
    args: ({ line, meeting }) => ({ p_line_id: randomUUID(), p_file_id: line, p_meeting_id: meeting.id }),
    outcomes: signedIn("file/not-found"),
  },
  {
    name: "delete_file",
    about: "of a line without a file",
    args: ({ line }) => ({ p_file_id: line }),
    outcomes: signedIn("file/not-found"),
  },
  // Return nothing of others.
  ...(["commented_files", "board_topics"] as const).map(
    (name): RpcCase => ({ name, args: () => ({}), outcomes: signedIn("done") }),
  ),
  // Others than the owner change nothing.
  { name: "see_comments", args: ({ file }) => ({ p_file_id: file.id, p_seq: 1 }), outcomes: signedIn("done") },
  {
    name: "file_allowance",
    args: ({ second }) => ({ p_call_id: second }),
    outcomes: signedIn("meeting/not-entered", { ...admitted("done"), ...removed }),
  },
  {
    name: "set_preview",
    about: "of a file that was not offered",
    args: ({ file }) => ({ p_file_id: file.id, p_width: 1, p_height: 1 }),
    outcomes: signedIn("file/not-found"),
  },
  {
    name: "file_picture",
    about: "of a line without a file",
    args: ({ line }) => ({ p_file_id: line }),
    outcomes: signedIn("file/not-found"),
  },
  // An unknown file or another user's file changes nothing.
  { name: "withdraw_file", args: ({ file }) => ({ p_file_id: file.id }), outcomes: signedIn("done") },
  {
    name: "share_file",
    about: "whose bytes never came",
    args: ({ file }) => ({ p_file_id: file.id, p_language: "es" }),
    outcomes: signedIn("file/not-found"),
  },
  {
    name: "uploaded_file",
    about: "whose bytes never came",
    args: ({ file }) => ({ p_file_id: file.id }),
    outcomes: signedIn("file/not-found"),
  },
  // Returns nothing about files of others.
  ...(["readable_files", "removable_files"] as const).map(
    (name): RpcCase => ({ name, args: ({ file }) => ({ p_file_ids: [file.id] }), outcomes: signedIn("done") }),
  ),
  {
    name: "approve_file",
    args: ({ file }) => ({ p_file_id: file.id, p_version: "v" }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "enqueue_test_email",
    args: () => ({ p_recipient: "eve@parley.example", p_locale: "en" }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "queue_confirmation_emails",
    args: () => ({ p_limit: 50 }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "lease_emails",
    args: () => ({ p_limit: 1 }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "settle_email",
    args: () => ({ p_id: randomUUID(), p_lease: randomUUID(), p_outcome: "sent" }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "start_job",
    args: () => ({ p_job: "sweep" }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "end_job",
    args: () => ({ p_run: 0, p_counts: { json: {} }, p_more: false }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  {
    name: "sweep",
    args: () => ({ p_step: "calls", p_limit: 1 }),
    outcomes: everybody<RpcOutcome>("denied", { service: "done" }),
  },
  { name: "orphaned_files", args: () => ({}), outcomes: everybody<RpcOutcome>("denied", { service: "done" }) },
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
