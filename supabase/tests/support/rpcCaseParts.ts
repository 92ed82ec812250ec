/** Parameters and outcomes that several cases of access share. */
import { randomUUID } from "node:crypto";
import type { Persona, Row, Scene } from "./personas.ts";
import type { RpcOutcome } from "./rpcOutcome.ts";
import { toParameters } from "./testDatabase.ts";

export const idOf = ({ callers }: Scene, persona: Persona): string => {
  const caller = callers[persona];
  if (caller.role !== "authenticated") throw new Error(`${persona} is no user`);
  return caller.id;
};
export const all = (personas: readonly Persona[], outcome: RpcOutcome): Partial<Row<RpcOutcome>> =>
  Object.fromEntries(personas.map((persona) => [persona, outcome]));
export const members = (outcome: RpcOutcome) => all(["member", "admin", "owner"], outcome);
export const admitted = (outcome: RpcOutcome) => all(["outside", "admitted", "earlier", "host"], outcome);
export const removed = { removed: "meeting/removed" } as const;

const GUESTS = ["anonymous", "waiting", "denied", "outside", "admitted", "earlier", "removed", "host"] as const;
export const accountNeeded = all(GUESTS, "account/needed");

export const word = { language: "en", term: "Spring trip", never: true };
export const ofWorkspace = ({ workspace }: Scene) => ({ p_workspace_id: workspace });
export const ofMeeting = ({ meeting }: Scene) => ({ p_meeting_id: meeting.id });
export const ofTerm = ({ term }: Scene) => ({ p_term_id: term });
export const fileParameters = ({ id, ...file }: Scene["file"]) => ({ p_file_id: id, ...toParameters(file) });
export const captions = (speaker?: string) => ({
  json: [{ id: randomUUID(), language: "es", text: "hola", ago: 900, ms: 800, ...(speaker && { speaker }) }],
});
export const NO_COUNTERS = {
  watched_ms: 0,
  behind_ms: 0,
  captions: 0,
  delay_ms: 0,
  device_lines: 0,
  device_characters: 0,
};
