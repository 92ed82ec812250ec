/**
 * A meeting as the database returns it, the same from an rpc, a select or a broadcast. Fields are named after columns.
 * Times are ISO 8601 with offset. Lines are in `lines.ts`.
 */
import * as z from "zod/mini";

import { language } from "./languages.ts";
import { codePointLength, LIMITS } from "./limits.ts";
import { line } from "./lines.ts";
import { cleanName } from "./names.ts";
import { count, seq } from "./numbers.ts";
import { type WorkspaceRole, workspaceRole } from "./roles.ts";
import { asciiDigits } from "./text/asciiDigits.ts";
import { time } from "./time.ts";

/** A name must be visible and must not change the direction of surrounding text. Blanks fold to one space. */
export const displayName = z.pipe(z.string(), z.transform(cleanName)).check((context) => {
  const length = codePointLength(context.value);
  if (length < LIMITS.displayName.min)
    context.issues.push({ code: "custom", message: "name/empty", input: context.value });
  if (length > LIMITS.displayName.max)
    context.issues.push({ code: "custom", message: "name/too-long", input: context.value });
});

const CODE_LENGTH = 12;
const CROCKFORD = /^[0-9a-hjkmnp-tv-z]+$/u;

/** Blanks, dashes and characters that show nothing. */
const CODE_SEPARATORS = /[\s\p{Pd}\p{Cf}\p{DI}\u2212]/gu;

/** Returns the signs of a code without its separators. Longer text than any code with separators is cut first. */
const codeSigns = (typed: string): string => typed.slice(0, 200).normalize("NFKC").replace(CODE_SEPARATORS, "");

/**
 * A meeting code in any case and width, with digits of any script, with or without dashes of any kind. `o` reads as 0, `i`
 * and `l` as 1. Stored without dashes.
 */
export const meetingCode = z
  .pipe(
    z.string(),
    z.transform((typed) => asciiDigits(codeSigns(typed)).toLowerCase().replaceAll("o", "0").replace(/[il]/gu, "1")),
  )
  .check((context) => {
    if (context.value.length !== CODE_LENGTH || !CROCKFORD.test(context.value))
      context.issues.push({ code: "custom", message: "code/malformed", input: context.value });
  });

/** Returns the first character that no code contains. Null if only the length is wrong, or for the address of another page. */
export function wrongCodeCharacter(typed: string): string | null {
  if (typed.includes("/")) return null;
  const characters = [...codeSigns(typed)];
  return characters.find((character) => !/[0-9a-tv-z]/iu.test(asciiDigits(character))) ?? null;
}

/** Formats `k3f92mxa7qpd` as `k3f9-2mxa-7qpd`. */
export const formatMeetingCode = (code: string): string => code.replace(/(.{4})(?=.)/gu, "$1-");

/** The access with the link: for everybody, after admission, or for the workspace's members. */
export const access = z.enum(["open", "knock", "members"]);
export type Access = z.infer<typeof access>;

/** `call`: participants in a call read the whole call. `present`: they read what is written while they are present. */
export const reading = z.enum(["call", "present"]);
export type Reading = z.infer<typeof reading>;

/** `nothing`: lines are broadcast to present participants and deleted after a minute. */
export const retention = z.enum(["days", "nothing"]);
export type Retention = z.infer<typeof retention>;

export const role = z.enum(["host", "co-host", "guest"]);
export type Role = z.infer<typeof role>;

/**
 * Returns the moderation rank: 3 workspace owner or admin, 2 host, 1 co-host, 0 otherwise. From 1, a user may admit, mute,
 * remove and lock. From 2, a user may also end and change the meeting and appoint co-hosts. Users may moderate lower ranks
 * only.
 */
export const moderationRank = (role: Role, workspaceRole: WorkspaceRole | null): 0 | 1 | 2 | 3 => {
  if (workspaceRole === "owner" || workspaceRole === "admin") return 3;
  return role === "host" ? 2 : role === "co-host" ? 1 : 0;
};

export const participant = z.object({
  user_id: z.guid(),
  /** The order of first arrival, from 1. */
  number: z.int().check(z.positive()),
  /** From 1 to 12: see `colours.ts`. */
  colour: z.int().check(z.positive()),
  role,
  admission: z.enum(["admitted", "removed"]),
  display_name: z.string(),
  speaks: language,
  reads: language,
  /** Muted by a moderator. Every receiver silences the participant's audio. */
  muted: z.boolean(),
  /** The `seq` at which the hand was raised, which orders hands. */
  hand: z.nullable(seq),
  /** The user id of the person who types captions for this participant. */
  captioner: z.nullable(z.guid()),
});
export type Participant = z.infer<typeof participant>;

/** The meeting as every participant sees it. */
export const meeting = z.object({
  id: z.guid(),
  code: z.string(),
  title: z.nullable(z.string()),
  /** The name of a meeting without a title contains it. */
  host_name: z.nullable(z.string()),
  access,
  /** New participants can neither enter nor wait. */
  locked: z.boolean(),
  keep: retention,
  reading,
  ended: z.boolean(),
  /** For a guest's meeting. */
  expires_at: z.nullable(time),
  /** Changes with the glossary. Fetch `meeting_terms` then. */
  terms: seq,
});
export type Meeting = z.infer<typeof meeting>;

/** A peer: a tab in the call, not a user. */
export const peer = z.object({
  peer_id: z.guid(),
  user_id: z.guid(),
  /** The order of entering this call. The peer with the higher number makes the first offer. */
  join_number: z.int().check(z.positive()),
});
export type Peer = z.infer<typeof peer>;

/** `create_meeting(p_meeting_id, p_title, p_access, p_keep)`. The page makes the id, so that a retry creates no second one. */
export const createdMeeting = z.object({ meeting_id: z.guid(), code: z.string() });

/** `find_meeting(p_code)`: the pre-join page's data, for everybody with the link. Errors: `meeting/ended`. */
export const meetingLookup = z.object({
  meeting_id: z.guid(),
  access,
  locked: z.boolean(),
  keep: retention,
  /** Days after the end for which lines are kept; null if none is stored. */
  kept_days: z.nullable(count),
  reading,
  /** The result that a knock of this caller would have. `knock`: the caller would wait for admission. */
  entry: z.enum(["open", "knock", "locked", "members", "removed"]),
  state: z.enum(["idle", "live"]),
  /** Whether the call has no place for this caller. */
  full: z.boolean(),
  /** The name of the person who loses the place if this caller, a host or an admin, joins a full call. */
  replaces: z.nullable(z.string()),
  /** Null unless `entry` is `open`, as `host_name`. */
  title: z.nullable(z.string()),
  host_name: z.nullable(z.string()),
  /** Participants in the call. Empty unless `entry` is `open`. */
  inside: z.array(z.pick(participant, { number: true, colour: true, display_name: true, speaks: true, reads: true })),
  /** The caller's last choices, on a pre-join page or in the settings. Null for a new visitor. */
  me: z.nullable(
    z.object({
      /** The colour that the caller has or would get in this meeting. */
      colour: z.int().check(z.positive()),
      display_name: z.nullable(z.string()),
      speaks: z.nullable(language),
      reads: z.nullable(language),
    }),
  ),
});
export type MeetingLookup = z.infer<typeof meetingLookup>;

const admissions = [
  z.object({ admission: z.literal("admitted"), meeting_id: z.guid(), participant }),
  /** `moderated`: whether somebody who can admit is in the call. It names nobody. */
  z.object({ admission: z.literal("waiting"), meeting_id: z.guid(), until: time, moderated: z.boolean() }),
  z.object({ admission: z.literal("denied"), meeting_id: z.guid(), again_at: time }),
] as const;

/**
 * `knock(p_code, p_display_name, p_speaks, p_reads)`. A repetition updates the values; a pending knock keeps its deadline.
 * `participant.display_name` may have a number appended. Errors: `meeting/ended|locked|members-only|removed|lobby-full`.
 */
export const knocked = z.discriminatedUnion("admission", admissions);
export type Knocked = z.infer<typeof knocked>;

/**
 * `knock_status(p_meeting_id)`: the caller's own knock. Renews nothing. `ended`: the knock expired or was withdrawn.
 * `ran_out` is false also for an expired knock that has been deleted. Errors: `meeting/ended|removed|members-only`.
 */
export const knockStatus = z.discriminatedUnion("admission", [
  ...admissions,
  z.object({ admission: z.literal("ended"), meeting_id: z.guid(), ran_out: z.boolean() }),
]);

/** A waiting participant, as moderators see them. */
export const waitingParticipant = z.object({
  user_id: z.guid(),
  display_name: z.string(),
  speaks: language,
  reads: language,
  knocked_at: time,
});
export type WaitingParticipant = z.infer<typeof waitingParticipant>;

/** `waiting_participants(p_meeting_id)`: the waiting participants, in order of their knock. */
export const waitingParticipants = z.object({ waiting: z.array(waitingParticipant) });

/** Result of `admit`, `set_role`, `mute_participant`, `raise_hand`, `lower_hand`, `set_captioner`. */
export const participantResult = z.object({ participant });

/** `admit_all(p_meeting_id, p_user_ids)`: the number of admitted participants, of those that the moderator saw waiting. */
export const admittedAll = z.object({ admitted: count });

/** `enter_call(p_meeting_id, p_peer_id)`. Idempotent: the same peer gets the same result, also after it was gone. */
export const enteredCall = z.object({
  meeting: z.extend(meeting, { seq, epoch: z.int().check(z.positive()) }),
  call: z.object({ id: z.guid(), started_at: time }),
  me: peer,
  /** The caller's role in the meeting's workspace. See `moderationRank`. */
  workspace_role: z.nullable(workspaceRole),
  participants: z.array(participant),
  peers: z.array(peer),
  now: time,
});
export type EnteredCall = z.infer<typeof enteredCall>;

/** `heartbeat(p_call_id, p_peer_id)`, every `LIMITS.heartbeatIntervalMs`. */
export const heartbeat = z.object({
  /**
   * `gone`: enter again. `taken-over`: another tab of the user has replaced this peer. `replaced`: a host needed the place.
   * `ended`: the call is over.
   */
  standing: z.enum(["in", "gone", "taken-over", "replaced", "ended"]),
  seq,
  epoch: z.int().check(z.positive()),
  /** Participants in the waiting room. Users who are not moderators get 0, unless no moderator is in the call. */
  waiting: count,
  now: time,
});

/**
 * `changes_since(p_meeting_id, p_after_seq)`: all changes after the `seq`, oldest first. Request again from `seq` while
 * `more`. Ephemeral lines are included for a minute, for participants of the call.
 */
export const changes = z.object({
  seq,
  epoch: z.int().check(z.positive()),
  more: z.boolean(),
  meeting,
  lines: z.array(line),
  participants: z.array(participant),
  /** All peers in the call, not only changed ones. */
  peers: z.array(peer),
});
export type Changes = z.infer<typeof changes>;
