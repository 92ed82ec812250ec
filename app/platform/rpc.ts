/** The database functions that the page calls, each with its arguments and the contract of its result. */

import * as z from "zod";
import * as account from "#contracts/account.ts";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import * as meetings from "#contracts/meetings.ts";
import type { Http } from "./rpcHttp.ts";

export interface RpcArgs {
  create_meeting: { id: string; title?: string | null };
  find_meeting: { code: string };
  knock: { code: string; display_name: string; speaks: Language; reads: Language };
  enter_call: { meeting_id: string; peer_id: string };
  heartbeat: { call_id: string; peer_id: string };
  leave_call: { call_id: string; peer_id: string };
  post_line: { id: string; call_id: string; language: Language; text: string };
  changes: { meeting_id: string; after: number };
  history: { call_id: string; before: number | null };
  health: Record<string, never>;
  home: Record<string, never>;
  read_profile: Record<string, never>;
  /** What is left out stays as it is. */
  update_profile: Partial<Record<keyof account.Profile, string>>;
  offer_claim: Record<string, never>;
  accept_claim: { token: string };
}
export type RpcName = keyof RpcArgs;

export interface RpcValues {
  create_meeting: z.infer<typeof meetings.createdMeeting>;
  find_meeting: meetings.FoundMeeting;
  knock: z.infer<typeof meetings.knocked>;
  enter_call: meetings.EnteredCall;
  heartbeat: z.infer<typeof meetings.heartbeat>;
  leave_call: unknown;
  post_line: meetings.Line;
  changes: meetings.Changes;
  history: z.infer<typeof meetings.history>;
  health: z.infer<typeof account.health>;
  home: account.Home;
  read_profile: account.Profile;
  update_profile: account.Profile;
  offer_claim: z.infer<typeof account.claimOffer>;
  accept_claim: z.infer<typeof account.claimed>;
}

const results: { readonly [Name in RpcName]: z.ZodType<RpcValues[Name]> } = {
  create_meeting: meetings.createdMeeting,
  find_meeting: meetings.foundMeeting,
  knock: meetings.knocked,
  enter_call: meetings.enteredCall,
  heartbeat: meetings.heartbeat,
  leave_call: z.unknown(),
  post_line: meetings.line,
  changes: meetings.changes,
  history: meetings.history,
  health: account.health,
  home: account.home,
  read_profile: account.profile,
  update_profile: account.profile,
  offer_claim: account.claimOffer,
  accept_claim: account.claimed,
};

export interface RpcOptions {
  /** For a page that is going away: the request outlives it, with the token used last. */
  keepalive?: boolean;
  signal?: AbortSignal;
}

/** Calls a database function. The result is parsed; a refusal is the code that the database raised. */
export type Rpc = <Name extends RpcName>(
  name: Name,
  args: RpcArgs[Name],
  options?: RpcOptions,
) => Promise<Result<RpcValues[Name]>>;

export function createRpc(http: Http): Rpc {
  return async (name, args, options = {}) => {
    const answer = await http.post(`/rest/v1/rpc/${name}`, args, options);
    return answer.ok ? parseResult(name, answer.value) : answer;
  };
}

function parseResult<Name extends RpcName>(name: Name, value: unknown): Result<RpcValues[Name]> {
  const parsed = results[name].safeParse(value);
  // Only paths go into the cause: a value may be a name or a message.
  if (!parsed.success)
    return fail("bug/unexpected", `${name}: ${parsed.error.issues.map((issue) => issue.path.join(".")).join(", ")}`);
  return ok(parsed.data);
}
