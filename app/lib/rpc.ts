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

interface FileArgs {
  p_name: string;
  p_type: string;
  p_bytes: number;
}
interface TermArgs {
  p_term: string;
  p_language: Language;
  p_never?: boolean;
  p_translations?: glossary.TermRow["translations"];
  p_note?: string;
}

export interface RpcArgs {
  create_meeting: {
    p_meeting_id: string;
    p_title?: string | null;
    p_access?: meetings.Access;
    p_keep?: meetings.Retention;
  };
  find_meeting: { p_code: string };
  knock: { p_code: string; p_display_name: string; p_speaks: Language; p_reads: Language };
  knock_status: { p_meeting_id: string };
  withdraw_knock: { p_meeting_id: string };
  lobby: { p_meeting_id: string };
  admit: { p_meeting_id: string; p_user_id: string };
  admit_all: { p_meeting_id: string; p_user_ids: string[] };
  deny: { p_meeting_id: string; p_user_id: string };
  enter_call: { p_meeting_id: string; p_peer_id: string };
  heartbeat: { p_call_id: string; p_peer_id: string };
  leave_call: { p_call_id: string; p_peer_id: string };
  /** `mentions`: user ids; who does not take part is left out. */
  post_line: {
    p_line_id: string;
    p_call_id: string;
    p_language: Language;
    p_text: string;
    p_reply_to?: string | null;
    p_mentions?: string[];
  };
  /** Left out, language and mentions stay as they are. */
  edit_line: { p_line_id: string; p_text: string; p_language?: Language; p_mentions?: string[] };
  delete_line: { p_line_id: string };
  react_to_line: { p_line_id: string; p_emoji: lines.Emoji; p_given: boolean };
  /** `id` is the new line's; `meeting_id` where it goes, to the last call there that the caller was in. */
  forward_line: { p_line_id: string; p_source_line_id: string; p_meeting_id: string };
  report_translation: { p_line_id: string; p_language: Language };
  /** Frees it to be made again: ask `translate` next. */
  retry_translation: { p_line_id: string; p_language: Language };
  translation_quota: { p_meeting_id: string };
  set_role: { p_meeting_id: string; p_user_id: string; p_role: "co-host" | "guest" };
  mute_participant: { p_meeting_id: string; p_user_id: string; p_muted: boolean };
  remove_participant: { p_meeting_id: string; p_user_id: string };
  set_meeting_locked: { p_meeting_id: string; p_locked: boolean };
  /** What is left out stays; an empty title is none. */
  update_meeting: { p_meeting_id: string; p_title?: string; p_access?: meetings.Access; p_keep?: meetings.Retention };
  rotate_code: { p_meeting_id: string };
  end_meeting: { p_meeting_id: string };
  raise_hand: { p_meeting_id: string };
  /** Without a user one's own. */
  lower_hand: { p_meeting_id: string; p_user_id?: string };
  changes_since: { p_meeting_id: string; p_after_seq: number };
  history: { p_call_id: string; p_before_seq: number | null };
  /** Without a user nobody. */
  set_captioner: { p_meeting_id: string; p_captioner_id?: string };
  post_captions: { p_call_id: string; p_captions: speech.CaptionInput[] };
  /** `revision` is the one that was read. Left out, the language stays. */
  correct_line: { p_line_id: string; p_revision: number; p_text: string; p_language?: Language };
  corrections: { p_line_id: string };
  /** Null takes the mark away. `who` is a task's, a user id; `done` a task's or a question's. */
  mark_line: { p_line_id: string; p_kind: lines.Mark["kind"] | null; p_assignee_id?: string; p_done?: boolean };
  missed_lines: { p_call_id: string; p_after_seq: number | null };
  call_recap: { p_call_id: string };
  transcript: { p_call_id: string; p_after_seq: number | null };
  lines_with_links: { p_call_id: string };
  lines_with_files: { p_call_id: string };
  /** `id` is made by the page, and the line's then. */
  offer_file: { p_file_id: string; p_call_id: string } & FileArgs;
  withdraw_file: { p_file_id: string };
  share_file: { p_file_id: string; p_language: Language };
  read_file: { p_file_id: string };
  /** Without a language as it is written. */
  read_summary: { p_call_id: string; p_language?: Language };
  glossary: { p_workspace_id: string };
  /** `id` is made by the page; the same again changes the term. */
  save_term: { p_workspace_id: string; p_term_id: string } & TermArgs;
  propose_term: { p_meeting_id: string; p_term_id: string } & TermArgs;
  decide_term: { p_term_id: string; p_approved: boolean };
  delete_term: { p_term_id: string };
  import_terms: { p_workspace_id: string; p_rows: glossary.TermRow[] };
  meeting_terms: { p_meeting_id: string };
  proposed_terms: { p_meeting_id: string };
  term_occurrences: { p_term_id: string };
  retranslate_term: { p_term_id: string; p_call_id: string };
  health: Record<string, never>;
  /** `writable`: of the meetings those alone that a line can be sent on into. */
  home: { p_writable?: boolean };
  read_profile: Record<string, never>;
  /** What is left out stays as it is. */
  update_profile: Partial<Record<`p_${keyof account.Profile}`, string>>;
  create_merge_token: Record<string, never>;
  redeem_merge_token: { p_token: string };
}
export type RpcName = keyof RpcArgs;

export interface RpcValues {
  create_meeting: z.infer<typeof meetings.createdMeeting>;
  find_meeting: meetings.MeetingLookup;
  knock: meetings.Knocked;
  knock_status: z.infer<typeof meetings.knockStatus>;
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
  react_to_line: z.infer<typeof lines.reacted>;
  forward_line: lines.Line;
  report_translation: unknown;
  retry_translation: unknown;
  translation_quota: TranslationQuota;
  set_role: z.infer<typeof meetings.participantResult>;
  mute_participant: z.infer<typeof meetings.participantResult>;
  remove_participant: unknown;
  set_meeting_locked: meetings.Meeting;
  update_meeting: meetings.Meeting;
  rotate_code: meetings.Meeting;
  end_meeting: unknown;
  raise_hand: z.infer<typeof meetings.participantResult>;
  lower_hand: z.infer<typeof meetings.participantResult>;
  changes_since: meetings.Changes;
  history: z.infer<typeof lines.history>;
  set_captioner: z.infer<typeof meetings.participantResult>;
  post_captions: z.infer<typeof speech.postedCaptions>;
  correct_line: lines.Line;
  corrections: z.infer<typeof recap.corrections>;
  mark_line: lines.Line;
  missed_lines: z.infer<typeof recap.missed>;
  call_recap: recap.CallSummary;
  transcript: z.infer<typeof recap.transcript>;
  lines_with_links: z.infer<typeof recap.foundLines>;
  lines_with_files: z.infer<typeof recap.foundLines>;
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
  term_occurrences: z.infer<typeof glossary.termLines>;
  retranslate_term: z.infer<typeof glossary.retranslated>;
  health: z.infer<typeof account.health>;
  home: account.Home;
  read_profile: account.Profile;
  update_profile: account.Profile;
  create_merge_token: z.infer<typeof account.claimOffer>;
  redeem_merge_token: z.infer<typeof account.claimed>;
}

/** By name the contract of a result. */
type Schemas<Name extends RpcName> = { readonly [N in Name]: z.ZodMiniType<RpcValues[N]> };

/** Of what a page asks as soon as it is there, and a call all the time; the others stand in `rpcLate.ts`. */
const schemas = {
  create_meeting: meetings.createdMeeting,
  find_meeting: meetings.meetingLookup,
  knock: meetings.knocked,
  knock_status: meetings.knockStatus,
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
  react_to_line: lines.reacted,
  forward_line: lines.line,
  report_translation: z.unknown(),
  retry_translation: z.unknown(),
  translation_quota: translationQuota,
  set_role: meetings.participantResult,
  mute_participant: meetings.participantResult,
  remove_participant: z.unknown(),
  set_meeting_locked: meetings.meeting,
  update_meeting: meetings.meeting,
  rotate_code: meetings.meeting,
  end_meeting: z.unknown(),
  raise_hand: meetings.participantResult,
  lower_hand: meetings.participantResult,
  changes_since: meetings.changes,
  history: lines.history,
  set_captioner: meetings.participantResult,
  post_captions: speech.postedCaptions,
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
