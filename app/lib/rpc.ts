/** The database functions that the page calls, each with its arguments and the contract of its result. */

import * as z from "zod/mini";
import type * as account from "#contracts/account.ts";
import { fail, ok, type Result } from "#contracts/errors.ts";
import type * as files from "#contracts/files.ts";
import type * as glossary from "#contracts/glossary.ts";
import type { Language } from "#contracts/languages.ts";
import * as lines from "#contracts/lines.ts";
import * as meetings from "#contracts/meetings.ts";
import type * as recap from "#contracts/recap.ts";
import * as speech from "#contracts/speech.ts";
import type { SummaryStatus } from "#contracts/summary.ts";
import { type TranslationQuota, translationQuota } from "#contracts/translate.ts";
import type { PostOptions, SupabaseHttp } from "./supabaseHttp.ts";

export interface RpcArgs {
  create_meeting: { id: string; title?: string | null; access?: meetings.Access; keep?: meetings.Retention };
  find_meeting: { code: string };
  knock: { code: string; display_name: string; speaks: Language; reads: Language };
  knock_standing: { meeting_id: string };
  withdraw_knock: { meeting_id: string };
  lobby: { meeting_id: string };
  admit: { meeting_id: string; user_id: string };
  admit_all: { meeting_id: string; user_ids: string[] };
  deny: { meeting_id: string; user_id: string };
  enter_call: { meeting_id: string; peer_id: string };
  heartbeat: { call_id: string; peer_id: string };
  leave_call: { call_id: string; peer_id: string };
  /** `mentions`: user ids; who does not take part is left out. */
  post_line: {
    id: string;
    call_id: string;
    language: Language;
    text: string;
    reply_to?: string | null;
    mentions?: string[];
  };
  /** Left out, language and mentions stay as they are. */
  edit_line: { line_id: string; text: string; language?: Language; mentions?: string[] };
  delete_line: { line_id: string };
  react: { line_id: string; emoji: lines.Emoji; given: boolean };
  /** `id` is the new line's; `meeting_id` where it goes, to the last call there that the caller was in. */
  forward_line: { id: string; line_id: string; meeting_id: string };
  report_translation: { line_id: string; language: Language };
  /** Frees it to be made again: ask `translate` next. */
  retry_translation: { line_id: string; language: Language };
  translation_quota: { meeting_id: string };
  set_role: { meeting_id: string; user_id: string; role: "co-host" | "guest" };
  mute: { meeting_id: string; user_id: string; muted: boolean };
  remove: { meeting_id: string; user_id: string };
  lock: { meeting_id: string; locked: boolean };
  /** What is left out stays; an empty title is none. */
  update_meeting: { meeting_id: string; title?: string; access?: meetings.Access; keep?: meetings.Retention };
  rotate_code: { meeting_id: string };
  end_meeting: { meeting_id: string };
  raise_hand: { meeting_id: string };
  /** Without a user one's own. */
  lower_hand: { meeting_id: string; user_id?: string };
  changes: { meeting_id: string; after: number };
  history: { call_id: string; before: number | null };
  /** Without a user nobody. */
  set_captioner: { meeting_id: string; user_id?: string };
  say: { call_id: string; said: speech.CaptionInput[] };
  /** `revision` is the one that was read. Left out, the language stays. */
  correct_line: { line_id: string; revision: number; text: string; language?: Language };
  corrections: { line_id: string };
  /** Null takes the mark away. `who` is a task's, a user id; `done` a task's or a question's. */
  mark_line: { line_id: string; kind: lines.Mark["kind"] | null; who?: string; done?: boolean };
  missed: { call_id: string; after: number | null };
  call_summary: { call_id: string };
  transcript: { call_id: string; after: number | null };
  linked_lines: { call_id: string };
  filed_lines: { call_id: string };
  /** `id` is made by the page, and the line's then. */
  offer_file: { id: string; call_id: string } & files.SharedFile;
  withdraw_file: { id: string };
  share_file: { id: string; language: Language };
  read_file: { id: string };
  /** Without a language as it is written. */
  read_summary: { call_id: string; language?: Language };
  glossary: { workspace_id: string };
  /** `id` is made by the page; the same again changes the term. */
  save_term: { workspace_id: string; id: string } & glossary.TermRow;
  propose_term: { meeting_id: string; id: string } & glossary.TermRow;
  decide_term: { id: string; approved: boolean };
  delete_term: { id: string };
  import_terms: { workspace_id: string; terms: glossary.TermRow[] };
  meeting_terms: { meeting_id: string };
  proposed_terms: { meeting_id: string };
  term_lines: { term_id: string };
  retranslate_term: { term_id: string; call_id: string };
  health: Record<string, never>;
  /** `writable`: of the meetings those alone that a line can be sent on into. */
  home: { writable?: boolean };
  read_profile: Record<string, never>;
  /** What is left out stays as it is. */
  update_profile: Partial<Record<keyof account.Profile, string>>;
  offer_claim: Record<string, never>;
  accept_claim: { token: string };
}
export type RpcName = keyof RpcArgs;

export interface RpcValues {
  create_meeting: z.infer<typeof meetings.createdMeeting>;
  find_meeting: meetings.MeetingLookup;
  knock: meetings.Knocked;
  knock_standing: z.infer<typeof meetings.knockStatus>;
  withdraw_knock: unknown;
  lobby: z.infer<typeof meetings.lobby>;
  admit: z.infer<typeof meetings.participantResult>;
  admit_all: z.infer<typeof meetings.admittedAll>;
  deny: unknown;
  enter_call: meetings.EnteredCall;
  heartbeat: z.infer<typeof meetings.heartbeat>;
  leave_call: unknown;
  post_line: lines.Line;
  edit_line: lines.Line;
  delete_line: lines.Line;
  react: z.infer<typeof lines.reacted>;
  forward_line: lines.Line;
  report_translation: unknown;
  retry_translation: unknown;
  translation_quota: TranslationQuota;
  set_role: z.infer<typeof meetings.participantResult>;
  mute: z.infer<typeof meetings.participantResult>;
  remove: unknown;
  lock: meetings.Meeting;
  update_meeting: meetings.Meeting;
  rotate_code: meetings.Meeting;
  end_meeting: unknown;
  raise_hand: z.infer<typeof meetings.participantResult>;
  lower_hand: z.infer<typeof meetings.participantResult>;
  changes: meetings.Changes;
  history: z.infer<typeof lines.history>;
  set_captioner: z.infer<typeof meetings.participantResult>;
  say: z.infer<typeof speech.postedCaptions>;
  correct_line: lines.Line;
  corrections: z.infer<typeof recap.corrections>;
  mark_line: lines.Line;
  missed: z.infer<typeof recap.missed>;
  call_summary: recap.CallSummary;
  transcript: z.infer<typeof recap.transcript>;
  linked_lines: z.infer<typeof recap.foundLines>;
  filed_lines: z.infer<typeof recap.foundLines>;
  offer_file: z.infer<typeof files.fileUploadOffer>;
  withdraw_file: unknown;
  share_file: lines.Line;
  read_file: z.infer<typeof files.storedFile>;
  read_summary: SummaryStatus;
  glossary: glossary.Term[];
  save_term: glossary.Term;
  propose_term: glossary.Term;
  decide_term: z.infer<typeof glossary.decidedTerm>;
  delete_term: unknown;
  import_terms: z.infer<typeof glossary.importedTerms>;
  meeting_terms: glossary.TermEntry[];
  proposed_terms: glossary.Term[];
  term_lines: z.infer<typeof glossary.termLines>;
  retranslate_term: z.infer<typeof glossary.retranslated>;
  health: z.infer<typeof account.health>;
  home: account.Home;
  read_profile: account.Profile;
  update_profile: account.Profile;
  offer_claim: z.infer<typeof account.claimOffer>;
  accept_claim: z.infer<typeof account.claimed>;
}

/** By name the contract of a result. */
type Schemas<Name extends RpcName> = { readonly [N in Name]: z.ZodMiniType<RpcValues[N]> };

/** Of what a page asks as soon as it is there, and a call all the time; the others stand in `rpcLate.ts`. */
const schemas = {
  create_meeting: meetings.createdMeeting,
  find_meeting: meetings.meetingLookup,
  knock: meetings.knocked,
  knock_standing: meetings.knockStatus,
  withdraw_knock: z.unknown(),
  lobby: meetings.lobby,
  admit: meetings.participantResult,
  admit_all: meetings.admittedAll,
  deny: z.unknown(),
  enter_call: meetings.enteredCall,
  heartbeat: meetings.heartbeat,
  leave_call: z.unknown(),
  post_line: lines.line,
  edit_line: lines.line,
  delete_line: lines.line,
  react: lines.reacted,
  forward_line: lines.line,
  report_translation: z.unknown(),
  retry_translation: z.unknown(),
  translation_quota: translationQuota,
  set_role: meetings.participantResult,
  mute: meetings.participantResult,
  remove: z.unknown(),
  lock: meetings.meeting,
  update_meeting: meetings.meeting,
  rotate_code: meetings.meeting,
  end_meeting: z.unknown(),
  raise_hand: meetings.participantResult,
  lower_hand: meetings.participantResult,
  changes: meetings.changes,
  history: lines.history,
  set_captioner: meetings.participantResult,
  say: speech.postedCaptions,
  correct_line: lines.line,
  mark_line: lines.line,
} satisfies Partial<Schemas<RpcName>>;

export type LazySchemas = Schemas<Exclude<RpcName, keyof typeof schemas>>;

function eagerSchema<Name extends RpcName>(name: Name): z.ZodMiniType<RpcValues[Name]> | undefined {
  const eager: Partial<Schemas<RpcName>> = schemas;
  return eager[name];
}

/** Null where it does not load. */
async function lazySchema<Name extends RpcName>(name: Name): Promise<z.ZodMiniType<RpcValues[Name]> | null> {
  const lazyModule = await import("./rpcLazySchemas.ts").catch(() => null);
  if (lazyModule === null) return null;
  const all: Schemas<RpcName> = { ...schemas, ...lazyModule.lazySchemas };
  return all[name];
}

export type RpcOptions = PostOptions;

/** Calls a database function. The result is parsed; a refusal is the code that the database raised. */
export type Rpc = <Name extends RpcName>(
  name: Name,
  args: RpcArgs[Name],
  options?: RpcOptions,
) => Promise<Result<RpcValues[Name]>>;

export function createRpc(http: Pick<SupabaseHttp, "post">): Rpc {
  return async <Name extends RpcName>(name: Name, args: RpcArgs[Name], options: RpcOptions = {}) => {
    // Before anything is written: what was answered could not be read. Where it is here, the request leaves at once.
    const schema = eagerSchema(name) ?? (await lazySchema(name));
    if (schema === null) return fail("network/offline", "a part of the page did not load");
    const response = await http.post(`/rest/v1/rpc/${name}`, args, options);
    return response.ok ? parseResult(name, schema, response.value) : response;
  };
}

function parseResult<T>(name: RpcName, schema: z.ZodMiniType<T>, value: unknown): Result<T> {
  const parsed = schema.safeParse(value);
  // Only paths go into the cause: a value may be a name or a message.
  if (!parsed.success)
    return fail("bug/unexpected", `${name}: ${parsed.error.issues.map((issue) => issue.path.join(".")).join(", ")}`);
  return ok(parsed.data);
}
