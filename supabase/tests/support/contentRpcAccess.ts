/** Of what is said and shared, of the glossary and of what is left of a call: each public function × persona. */
import { randomUUID } from "node:crypto";
import { everybody, type Persona, type Row, type Scene } from "./personas.ts";
import { type RpcCase, type RpcOutcome, signedIn } from "./rpcOutcome.ts";

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
const ofWorkspace = ({ workspace }: Scene) => ({ workspace_id: workspace });
const ofMeeting = ({ meeting }: Scene) => ({ meeting_id: meeting.id });
const ofTerm = ({ term }: Scene) => ({ term_id: term });
const said = (speaker?: string) => ({
  json: [{ id: randomUUID(), language: "es", text: "hola", ago: 900, ms: 800, ...(speaker && { speaker }) }],
});

export const CONTENT_RPC_ACCESS: readonly RpcCase[] = [
  {
    name: "say",
    args: ({ second }) => ({ call_id: second, said: said() }),
    outcomes: signedIn("meeting/not-entered", { admitted: "done", host: "done", ...removed }),
  },
  {
    name: "say",
    about: "under another's name",
    args: (scene) => ({ call_id: scene.second, said: said(idOf(scene, "host")) }),
    outcomes: signedIn("meeting/not-entered", { admitted: "request/not-allowed", host: "done", ...removed }),
  },
  {
    name: "set_captioner",
    args: (scene) => ({ ...ofMeeting(scene), user_id: idOf(scene, "admitted") }),
    outcomes: signedIn("meeting/not-entered", { ...admitted("done"), admitted: "request/invalid", ...removed }),
  },
  {
    name: "correct_line",
    args: ({ speech }) => ({ line_id: speech, revision: 2, text: "adiós" }),
    // While its call goes on only who came; members read it.
    outcomes: signedIn("line/not-found", { admitted: "done", host: "done", ...members("meeting/not-entered") }),
  },
  {
    name: "mark_line",
    args: ({ speech }) => ({ line_id: speech, kind: "task" }),
    outcomes: signedIn("line/not-found", { admitted: "done", host: "done", ...members("meeting/not-entered") }),
  },
  {
    name: "corrections",
    args: ({ speech }) => ({ line_id: speech }),
    outcomes: signedIn("line/not-found", { admitted: "done", host: "done", ...members("done") }),
  },
  ...(["missed", "transcript", "call_summary", "linked_lines", "filed_lines", "read_summary"] as const).map(
    (name): RpcCase => ({
      name,
      args: ({ second }) => ({ call_id: second, ...(/missed|transcript/u.test(name) && { after: 0 }) }),
      outcomes: signedIn("meeting/not-entered", { admitted: "done", host: "done", ...members("done") }),
    }),
  ),
  {
    name: "offer_file",
    args: ({ second, file }) => ({ ...file, id: randomUUID(), call_id: second }),
    outcomes: signedIn("meeting/not-entered", { admitted: "done", host: "done", ...removed }),
  },
  {
    name: "offer_file",
    about: "under another's id",
    args: ({ second, file }) => ({ ...file, call_id: second }),
    outcomes: signedIn("meeting/not-entered", { admitted: "line/conflict", host: "done", ...removed }),
  },
  // Of one that is not there, and of another's, it does nothing.
  { name: "withdraw_file", args: ({ file }) => ({ id: file.id }), outcomes: signedIn("done") },
  {
    name: "share_file",
    about: "whose bytes never came",
    args: ({ file }) => ({ id: file.id, language: "es" }),
    outcomes: signedIn("file/not-found"),
  },
  {
    name: "read_file",
    args: ({ file }) => ({ id: file.id }),
    outcomes: signedIn("file/not-found", { admitted: "done", host: "done", ...members("done") }),
  },
  { name: "unneeded_files", args: () => ({}), outcomes: everybody<RpcOutcome>("denied", { service: "done" }) },
  { name: "glossary", args: ofWorkspace, outcomes: signedIn("request/not-allowed", members("done")) },
  {
    name: "save_term",
    args: (scene) => ({ ...ofWorkspace(scene), id: randomUUID(), ...word }),
    outcomes: signedIn("request/not-allowed", members("done")),
  },
  {
    name: "import_terms",
    args: (scene) => ({ ...ofWorkspace(scene), terms: { json: [word] } }),
    outcomes: signedIn("request/not-allowed", members("done")),
  },
  {
    name: "delete_term",
    args: ({ term }) => ({ id: term }),
    outcomes: signedIn("request/not-found", members("done")),
  },
  { name: "term_lines", args: ofTerm, outcomes: signedIn("request/not-found", members("done")) },
  {
    name: "retranslate_term",
    args: (scene) => ({ ...ofTerm(scene), call_id: scene.second }),
    outcomes: signedIn("request/not-found", members("done")),
  },
  {
    name: "meeting_terms",
    args: ofMeeting,
    outcomes: signedIn("meeting/not-entered", { ...admitted("done"), ...removed }),
  },
  {
    name: "propose_term",
    args: (scene) => ({ ...ofMeeting(scene), id: randomUUID(), ...word }),
    outcomes: signedIn("meeting/not-entered", { ...admitted("done"), ...members("done"), ...removed }),
  },
  {
    name: "propose_term",
    about: "under another's id",
    args: (scene) => ({ ...ofMeeting(scene), id: scene.proposal, ...word }),
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
    args: ({ proposal }) => ({ id: proposal, approved: true }),
    outcomes: signedIn("request/not-found", {
      ...{ ...admitted("role/moderator-needed"), host: "done", ...members("done") },
    }),
  },
];
