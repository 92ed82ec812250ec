/**
 * Shapes of a meeting as the database gives them: the same object whether it comes from an rpc, a select or a
 * broadcast. Names are the columns' names. Times are ISO 8601 with offset. Its lines: `lines.ts`.
 */
import * as z from "zod/mini";

import { language } from "./languages.ts";
import { codePointLength, LIMITS } from "./limits.ts";
import { line } from "./lines.ts";
import { cleanName } from "./names.ts";
import { count, seq } from "./numbers.ts";
import { type WorkspaceRole, workspaceRole } from "./roles.ts";
import { time } from "./time.ts";

/** A name must show something, and must not be able to turn the text around it. Blanks fold to one space. */
export const displayName = z.pipe(z.string(), z.transform(cleanName)).check((context) => {
  const length = codePointLength(context.value);
  if (length < LIMITS.displayName.min)
    context.issues.push({ code: "custom", message: "name/empty", input: context.value });
  if (length > LIMITS.displayName.max)
    context.issues.push({ code: "custom", message: "name/too-long", input: context.value });
});

const CODE_LENGTH = 12;
const CROCKFORD = /^[0-9a-hjkmnp-tv-z]+$/u;

/** A meeting code typed in any case, with or without dashes; `o` reads as 0, `i` and `l` as 1. Stored without dashes. */
export const meetingCode = z
  .pipe(
    z.string(),
    z.transform((typed) =>
      typed.trim().toLowerCase().replace(/[\s-]/gu, "").replaceAll("o", "0").replace(/[il]/gu, "1"),
    ),
  )
  .check((context) => {
    if (context.value.length !== CODE_LENGTH || !CROCKFORD.test(context.value))
      context.issues.push({ code: "custom", message: "code/malformed", input: context.value });
  });

/** `k3f92mxa7qpd` → `k3f9-2mxa-7qpd`. */
export const formatMeetingCode = (code: string): string => code.replace(/(.{4})(?=.)/gu, "$1-");

/** Who enters with the link: everybody, who is let in, or the workspace's members alone. */
export const access = z.enum(["open", "knock", "members"]);
export type Access = z.infer<typeof access>;

/** `nothing`: lines are told to those who are there, and forgotten within minutes. */
export const retention = z.enum(["days", "nothing"]);
export type Retention = z.infer<typeof retention>;

export const role = z.enum(["host", "co-host", "guest"]);
export type Role = z.infer<typeof role>;

/**
 * What somebody leads, the larger of the two: by the workspace (3), as host (2), as co-host (1). From 1 on one admits,
 * mutes, removes, locks; from 2 on one ends the meeting, changes it, makes co-hosts. One acts upon people of a lower rank.
 */
export const moderationRank = (role: Role, workspaceRole: WorkspaceRole | null): 0 | 1 | 2 | 3 => {
  if (workspaceRole === "owner" || workspaceRole === "admin") return 3;
  return role === "host" ? 2 : role === "co-host" ? 1 : 0;
};

export const participant = z.object({
  user_id: z.uuid(),
  /** Order of first coming to this meeting, from 1: gives the person's colour. */
  number: z.int().check(z.positive()),
  role,
  admission: z.enum(["admitted", "removed"]),
  display_name: z.string(),
  speaks: language,
  reads: language,
  /** By somebody who leads the meeting. Every receiver obeys it: nobody plays their sound. */
  muted: z.boolean(),
  /** The `seq` at which their hand went up: hands have that order. */
  hand: z.nullable(seq),
  /** Whom this person lets type captions of what they say: a user id. */
  captioner: z.nullable(z.uuid()),
});
export type Participant = z.infer<typeof participant>;

/** What everybody who takes part knows of the meeting. */
export const meeting = z.object({
  id: z.uuid(),
  code: z.string(),
  title: z.nullable(z.string()),
  access,
  /** Nobody new comes in, nor may wait. */
  locked: z.boolean(),
  keep: retention,
  ended: z.boolean(),
  /** Of a guest's meeting. */
  expires_at: z.nullable(time),
  /** Another number: the words of the glossary changed, `meeting_terms` has them. */
  terms: seq,
});
export type Meeting = z.infer<typeof meeting>;

/** A peer is a tab in the call, never a user. */
export const peer = z.object({
  peer_id: z.uuid(),
  user_id: z.uuid(),
  /** Order of entering this call. Of two peers the one with the higher number makes the first offer. */
  join_number: z.int().check(z.positive()),
});
export type Peer = z.infer<typeof peer>;

/** `create_meeting(p_meeting_id, p_title, p_access, p_keep)`. `id` is made by the page: the same press twice opens one meeting. */
export const createdMeeting = z.object({ meeting_id: z.uuid(), code: z.string() });

/** `find_meeting(p_code)`: what the door may show to whoever holds the link. Errors: `meeting/ended`. */
export const meetingLookup = z.object({
  meeting_id: z.uuid(),
  access,
  locked: z.boolean(),
  keep: retention,
  /** What a knock of this caller would meet; `knock`: they would wait to be let in. */
  door: z.enum(["open", "knock", "locked", "members", "removed"]),
  state: z.enum(["idle", "live"]),
  /** Null also where the door is not open. */
  title: z.nullable(z.string()),
  /** Those in the call now; nobody where the door is not open. */
  inside: z.array(z.pick(participant, { number: true, display_name: true, speaks: true, reads: true })),
  /** What the caller said last, at any door or in the settings; null for a visitor who never entered anywhere. */
  me: z.nullable(
    z.object({
      /** Of the participant, when the caller was in this meeting. */
      number: z.nullable(z.int().check(z.positive())),
      display_name: z.nullable(z.string()),
      speaks: z.nullable(language),
      reads: z.nullable(language),
    }),
  ),
});
export type MeetingLookup = z.infer<typeof meetingLookup>;

const admissions = [
  z.object({ admission: z.literal("admitted"), meeting_id: z.uuid(), participant }),
  z.object({ admission: z.literal("waiting"), meeting_id: z.uuid(), until: time }),
  z.object({ admission: z.literal("denied"), meeting_id: z.uuid(), again_at: time }),
] as const;

/**
 * `knock(p_code, p_display_name, p_speaks, p_reads)`; again with other values it changes them, a knock that waits keeps its end.
 * `participant.display_name` may have got a number. Errors: `meeting/ended|locked|members-only|removed|lobby-full`.
 */
export const knocked = z.discriminatedUnion("admission", admissions);
export type Knocked = z.infer<typeof knocked>;

/**
 * `knock_status(p_meeting_id)`: the caller's own. Renews nothing. `ended`: it ran out or was withdrawn; `ran_out` is false
 * also for one that ran out and was cleared away since. Errors: `meeting/ended|removed|members-only`.
 */
export const knockStatus = z.discriminatedUnion("admission", [
  ...admissions,
  z.object({ admission: z.literal("ended"), meeting_id: z.uuid(), ran_out: z.boolean() }),
]);

/** One who waits, as those see them who lead the meeting. */
export const waitingParticipant = z.object({
  user_id: z.uuid(),
  display_name: z.string(),
  speaks: language,
  reads: language,
  knocked_at: time,
});
export type WaitingParticipant = z.infer<typeof waitingParticipant>;

/** `lobby(p_meeting_id)`: who waits, the first first. */
export const lobby = z.object({ waiting: z.array(waitingParticipant) });

/** Answer of `admit`, `set_role`, `mute_participant`, `raise_hand`, `lower_hand`, `set_captioner`. */
export const participantResult = z.object({ participant });

/** `admit_all(p_meeting_id, p_user_ids)`, of those whom one saw waiting, `LIMITS.lobbyPeople` at most: how many. */
export const admittedAll = z.object({ admitted: count });

/** `enter_call(p_meeting_id, p_peer_id)`; with the same peer again it answers the same (a repeat, or a peer that was gone). */
export const enteredCall = z.object({
  meeting: z.extend(meeting, { seq, epoch: z.int().check(z.positive()) }),
  call: z.object({ id: z.uuid(), started_at: time }),
  me: peer,
  /** The caller's in the meeting's workspace; see `rank`. */
  workspace_role: z.nullable(workspaceRole),
  participants: z.array(participant),
  peers: z.array(peer),
  now: time,
});
export type EnteredCall = z.infer<typeof enteredCall>;

/** `heartbeat(p_call_id, p_peer_id)`, every `LIMITS.heartbeat`. */
export const heartbeat = z.object({
  /** `gone`: enter again. `taken-over`: another tab of this person is the peer now. `ended`: the call is over. */
  standing: z.enum(["in", "gone", "taken-over", "ended"]),
  seq,
  epoch: z.int().check(z.positive()),
  /** How many wait in the lobby; 0 to those who do not lead. */
  waiting: count,
  now: time,
});

/**
 * `changes_since(p_meeting_id, p_after_seq)`: all that was written after `after`, oldest first; ask again from `seq` while `more`. Lines
 * of a meeting that keeps nothing are among them for a minute, for those who were in the call.
 */
export const changes = z.object({
  seq,
  epoch: z.int().check(z.positive()),
  more: z.boolean(),
  meeting,
  lines: z.array(line),
  participants: z.array(participant),
  /** All peers in the call now, not only the changed. */
  peers: z.array(peer),
});
export type Changes = z.infer<typeof changes>;
