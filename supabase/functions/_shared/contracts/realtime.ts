/**
 * What travels over Realtime: topics, and the events of the meeting's topic, which only the database writes.
 * All topics are private; who may hear and write one stands in the policies on `realtime.messages`.
 */
import * as z from "zod/mini";
import { language } from "./languages.ts";
import { LIMITS } from "./limits.ts";
import { emoji, line, reactions, translation } from "./lines.ts";
import { meeting, participant, peer } from "./meetings.ts";
import { seq } from "./numbers.ts";
import { time } from "./time.ts";

export const topics = {
  meeting: (meetingId: string, epoch: number) => `meeting:${meetingId}:${epoch}`,
  /** Who leads the meeting hears that the lobby changed, and asks `lobby` then, as who joins it does. It names nobody. */
  moderators: (meetingId: string) => `hosts:${meetingId}`,
  /** One waiting person hears what became of their knock. */
  knock: (meetingId: string, userId: string) => `door:${meetingId}:${userId}`,
  /** Only the tab `from` may write it; `from` and `to` hear it. Both are peer ids. */
  signal: (callId: string, from: string, to: string) => `signal:${callId}:${from}:${to}`,
} as const;

/** Events of `meeting:<id>:<epoch>`; every one carries the meeting's `seq` after the write. */
export const meetingEvents = {
  line_posted: z.object({ seq, line }),
  /** Edited, corrected, marked or deleted: the whole line as it is now. */
  line_changed: z.object({ seq, line }),
  /** All marks under a line. */
  reacted: z.object({ seq, line_id: z.uuid(), reactions }),
  translated: z.object({ seq, line_id: z.uuid(), translations: z.array(translation) }),
  /** Came, or changed: name, languages, role, mute, hand, captioner. */
  participant_changed: z.object({ seq, participant }),
  /** The last of this topic: go on with that of `epoch`, and close every connection to this person. */
  participant_removed: z.object({ seq, user_id: z.uuid(), epoch: z.int().check(z.positive()) }),
  meeting_changed: z.object({ seq, meeting }),
  /** For everybody: no `peer_left` comes. */
  meeting_ended: z.object({ seq }),
  peer_joined: z.object({ seq, peer }),
  peer_left: z.object({
    seq,
    peer_id: z.uuid(),
    user_id: z.uuid(),
    reason: z.enum(["left", "gone", "taken-over", "removed"]),
  }),
} as const;

export type MeetingEventName = keyof typeof meetingEvents;
export type MeetingEvent = {
  [Name in MeetingEventName]: { readonly name: Name } & z.infer<(typeof meetingEvents)[Name]>;
}[MeetingEventName];

/**
 * Events of `hosts:<meeting>`. Somebody waits, is called otherwise, or waits no more. A topic is heard until its token is
 * renewed, also by who was put out or leads no more: so it tells nothing of them.
 */
export const moderatorEvents = { lobby_changed: z.object({}) } as const;

/**
 * Events of `door:<meeting>:<user>`. `ended`: the meeting is over. `members_only`: it takes nobody else any more.
 * `withdrawn`: this person did that, in this tab or in another.
 */
export const knockEvents = {
  admitted: z.object({ meeting_id: z.uuid() }),
  denied: z.object({ meeting_id: z.uuid(), again_at: time }),
  ended: z.object({ meeting_id: z.uuid() }),
  members_only: z.object({ meeting_id: z.uuid() }),
  withdrawn: z.object({ meeting_id: z.uuid() }),
} as const;

/** The one broadcast event of a signal topic. */
export const SIGNAL_EVENT = "signal";

const candidate = z.object({
  candidate: z.string(),
  sdpMid: z.nullable(z.string()),
  sdpMLineIndex: z.nullable(z.int()),
  usernameFragment: z.nullish(z.string()),
});

export const signal = z.discriminatedUnion("type", [
  /** "I hear your topic"; answered once with `reply: true`. `missed`: and since then no description came. Never of a reply. */
  z.object({ type: z.literal("ready"), reply: z.boolean(), missed: z.boolean() }),
  z.object({
    type: z.literal("description"),
    kind: z.enum(["offer", "answer", "pranswer", "rollback"]),
    sdp: z.string(),
  }),
  /** Candidates are batched for 100 ms; an empty list never travels. */
  z.object({ type: z.literal("candidates"), candidates: z.array(candidate).check(z.minLength(1), z.maxLength(64)) }),
]);
export type Signal = z.infer<typeof signal>;

/** `device`: nothing leaves it. `browser`: the sound goes to the browser's maker. `server`: to Parley's endpoint. */
export const recognisedBy = z.enum(["off", "device", "browser", "server", "person"]);
export type RecognisedBy = z.infer<typeof recognisedBy>;

/**
 * Live state between two peers, over the data channel `live` (negotiated, id 0, ordered). Claims about oneself only.
 * Of each type the newest holds, but for those of `LivePassing`.
 */
export const liveMessage = z.discriminatedUnion("type", [
  /** What is sent: `screen` says that the third track carries one's screen. */
  z.object({ type: z.literal("media"), microphone: z.boolean(), camera: z.boolean(), screen: z.boolean() }),
  z.object({ type: z.literal("speaking"), speaking: z.boolean() }),
  z.object({ type: z.literal("typing"), typing: z.boolean() }),
  /** What one takes: on a weak line nobody need send what is not looked at. */
  z.object({ type: z.literal("wants"), sound: z.boolean(), picture: z.boolean() }),
  z.object({ type: z.literal("reaction"), emoji }),
  /** How this person's voice becomes text; `person`: somebody types it. */
  z.object({ type: z.literal("recogniser"), by: recognisedBy }),
  /**
   * Words as they are said, never stored: the same `id` from the first word to the end, which is that of the line which
   * follows. Empty: it came to nothing. `speaker`: a user id, where somebody types what another says.
   */
  z.object({
    type: z.literal("saying"),
    id: z.uuid(),
    language,
    text: z.string().check(z.maxLength(LIMITS.caption.max * 4)),
    final: z.boolean(),
    speaker: z.nullable(z.uuid()),
  }),
  /** The line that they are still reading; null: none. */
  z.object({ type: z.literal("reading"), line: z.nullable(z.uuid()) }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;
/** What passes: told to those who are there, and to nobody who comes later. */
export type TransientMessage = Extract<LiveMessage, { type: "reaction" | "saying" }>;
export type StatusMessage = Exclude<LiveMessage, TransientMessage>;
