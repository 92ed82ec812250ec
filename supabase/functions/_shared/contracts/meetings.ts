/**
 * Shapes of a meeting as the database gives them: the same object whether it comes from an rpc, a select or a
 * broadcast. Names are the columns' names. Times are ISO 8601 with offset; `seq` counts the writes of one meeting.
 */
import * as z from "zod";
import { language } from "./languages.ts";
import { LIMITS } from "./limits.ts";

const time = z.iso.datetime({ offset: true });
const seq = z.int().nonnegative();
const points = (text: string) => [...text].length;

/** Controls and direction overrides go: a name must not be able to turn the text around it. Blanks fold to one space. */
export const displayName = z
  .string()
  .transform((text) =>
    text
      .replace(/[\p{Cc}\u2028\u2029]/gu, " ")
      .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/gu, "")
      .replace(/\s+/gu, " ")
      .trim(),
  )
  .check((context) => {
    const length = points(context.value);
    if (length < LIMITS.displayName.min)
      context.issues.push({ code: "custom", message: "name/empty", input: context.value });
    if (length > LIMITS.displayName.max)
      context.issues.push({ code: "custom", message: "name/too-long", input: context.value });
  });

/** What a person wrote is kept as written, but for controls other than line breaks and tabs, and blanks at its ends. */
export const message = z
  .string()
  .transform((text) =>
    text
      .replace(/\r\n?/gu, "\n")
      .replace(/[^\P{Cc}\n\t]/gu, "")
      .trim(),
  )
  .check((context) => {
    const length = points(context.value);
    if (length < LIMITS.message.min)
      context.issues.push({ code: "custom", message: "line/empty", input: context.value });
    if (length > LIMITS.message.max)
      context.issues.push({ code: "custom", message: "line/too-long", input: context.value });
  });

const CODE_LENGTH = 12;
const CROCKFORD = /^[0-9a-hjkmnp-tv-z]+$/u;

/** A meeting code typed in any case, with or without dashes; `o` reads as 0, `i` and `l` as 1. Stored without dashes. */
export const meetingCode = z
  .string()
  .transform((typed) => typed.trim().toLowerCase().replace(/[\s-]/gu, "").replaceAll("o", "0").replace(/[il]/gu, "1"))
  .check((context) => {
    if (context.value.length !== CODE_LENGTH || !CROCKFORD.test(context.value))
      context.issues.push({ code: "custom", message: "code/malformed", input: context.value });
  });

/** `k3f92mxa7qpd` → `k3f9-2mxa-7qpd`. */
export const showCode = (code: string): string => code.replace(/(.{4})(?=.)/gu, "$1-");

export const participant = z.object({
  user_id: z.uuid(),
  /** Order of first coming to this meeting, from 1: gives the person's colour. */
  number: z.int().positive(),
  role: z.enum(["host", "guest"]),
  admission: z.enum(["admitted", "removed"]),
  display_name: z.string(),
  speaks: language,
  reads: language,
});
export type Participant = z.infer<typeof participant>;

/** A peer is a tab in the call, never a user. */
export const peer = z.object({
  peer_id: z.uuid(),
  user_id: z.uuid(),
  /** Order of entering this call. Of two peers the one with the higher number makes the first offer. */
  join_number: z.int().positive(),
});
export type Peer = z.infer<typeof peer>;

export const translation = z.object({
  language,
  revision: z.int().positive(),
  /** `claimed`: an engine is at it. `failed`: may be tried again. `unavailable`: final. */
  status: z.enum(["claimed", "ready", "failed", "unavailable"]),
  text: z.string().nullable(),
  engine: z.string().nullable(),
  /** A code of the catalogue, when there is no text. */
  reason: z.string().nullable(),
});
export type Translation = z.infer<typeof translation>;

export const line = z.object({
  id: z.uuid(),
  call_id: z.uuid(),
  /** Its place in the meeting's timeline. */
  seq,
  kind: z.enum(["chat", "speech"]),
  author: z.uuid(),
  language,
  text: z.string(),
  revision: z.int().positive(),
  created_at: time,
  translations: z.array(translation),
});
export type Line = z.infer<typeof line>;

/** `create_meeting(id, title)`. `id` is made by the page: the same press twice opens one meeting. */
export const createdMeeting = z.object({ meeting_id: z.uuid(), code: z.string() });

/** `find_meeting(code)`: what the door may show to whoever holds the link. */
export const foundMeeting = z.object({
  meeting_id: z.uuid(),
  access: z.enum(["open"]),
  state: z.enum(["idle", "live"]),
  title: z.string().nullable(),
  /** Those in the call now. */
  inside: z.array(participant.pick({ number: true, display_name: true, speaks: true, reads: true })),
  /** What the caller said at this door, or at another one last; null for a visitor who never entered anywhere. */
  me: z
    .object({
      /** Of the participant, when the caller was in this meeting. */
      number: z.int().positive().nullable(),
      display_name: z.string().nullable(),
      speaks: language.nullable(),
      reads: language.nullable(),
    })
    .nullable(),
});
export type FoundMeeting = z.infer<typeof foundMeeting>;

/** `knock(code, display_name, speaks, reads)`; again with other values it changes them. */
export const knocked = z.object({ meeting_id: z.uuid(), participant });

/** `enter_call(meeting_id, peer_id)`; with the same peer again it answers the same (a repeat, or a peer that was gone). */
export const enteredCall = z.object({
  meeting: z.object({ id: z.uuid(), code: z.string(), title: z.string().nullable(), seq, epoch: z.int().positive() }),
  call: z.object({ id: z.uuid(), started_at: time }),
  me: peer,
  participants: z.array(participant),
  peers: z.array(peer),
  now: time,
});
export type EnteredCall = z.infer<typeof enteredCall>;

/** `heartbeat(call_id, peer_id)`, every `LIMITS.heartbeat`. */
export const heartbeat = z.object({
  /** `gone`: enter again. `taken-over`: another tab of this person is the peer now. `ended`: the call is over. */
  standing: z.enum(["in", "gone", "taken-over", "ended"]),
  seq,
  epoch: z.int().positive(),
  now: time,
});

/** `changes(meeting_id, after)`: all that was written after `after`, oldest first; ask again from `seq` while `more`. */
export const changes = z.object({
  seq,
  epoch: z.int().positive(),
  more: z.boolean(),
  lines: z.array(line),
  participants: z.array(participant),
  /** All peers in the call now, not only the changed. */
  peers: z.array(peer),
});
export type Changes = z.infer<typeof changes>;

/** `history(call_id, before)`: a page of lines before `before` (null: the newest), oldest first. */
export const history = z.object({ lines: z.array(line), more: z.boolean() });
