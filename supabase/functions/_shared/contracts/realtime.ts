/**
 * Topics and events of Realtime. Only the database broadcasts. All topics are private, and the policies on
 * `realtime.messages` decide who may receive them.
 */
import * as z from "zod/mini";
import { language } from "./languages.ts";
import { cutLongClusters, LIMITS } from "./limits.ts";
import { emoji, line, reactions, translation } from "./lines.ts";
import { meeting, participant, peer } from "./meetings.ts";
import { seq } from "./numbers.ts";
import { time } from "./time.ts";

export const topics = {
  /** The events of a meeting for the people in one call. A new epoch moves the call to another topic. */
  meeting: (meetingId: string, epoch: number, callId: string) => `meeting:${meetingId}:${epoch}:${callId}`,
  /** Notifies readers of a meeting's board of a change. They then request it. The event has no words. */
  board: (meetingId: string) => `board:${meetingId}`,
  /** Notifies moderators of a change in the waiting room. They then call `waiting_participants`. The event names nobody. */
  moderators: (meetingId: string) => `moderators:${meetingId}`,
  /** Notifies one waiting participant of the result of the knock. */
  knock: (meetingId: string, userId: string) => `knock:${meetingId}:${userId}`,
  /** The signals that other peers send to this peer with `send_signal`. */
  signals: (callId: string, peerId: string) => `signal:${callId}:${peerId}`,
} as const;

/** The epoch that the call goes on with. If it is newer than the topic's, this is the last event of the topic. */
const epoch = z.int().check(z.positive());

/** Events of `meeting:<id>:<epoch>:<call>`. Each has the meeting's `seq` after the write. */
export const meetingEvents = {
  /** A line of the board was added or changed: the event of `board:<meeting>`. */
  board_changed: z.object({ seq, line_id: z.guid(), about: z.nullable(z.guid()) }),
  line_posted: z.object({ seq, line }),
  /** An edited, corrected, marked or deleted line, as a whole. */
  line_changed: z.object({ seq, line }),
  /** All reactions of a line. */
  reacted: z.object({ seq, line_id: z.guid(), reactions }),
  translated: z.object({ seq, line_id: z.guid(), translations: z.array(translation) }),
  /** A new participant, or a changed name, language, role, mute, hand or captioner. */
  participant_changed: z.object({ seq, participant }),
  /** Close all connections to this user. */
  participant_removed: z.object({ seq, user_id: z.guid(), epoch }),
  meeting_changed: z.object({ seq, meeting }),
  /** No `peer_left` follows. */
  meeting_ended: z.object({ seq }),
  peer_joined: z.object({ seq, peer, epoch }),
  peer_left: z.object({
    seq,
    peer_id: z.guid(),
    user_id: z.guid(),
    reason: z.enum(["left", "gone", "taken-over", "replaced", "removed"]),
    epoch,
  }),
} as const;

export type MeetingEventName = keyof typeof meetingEvents;
export type MeetingEvent = {
  [Name in MeetingEventName]: { readonly name: Name } & z.infer<(typeof meetingEvents)[Name]>;
}[MeetingEventName];

/**
 * Events of `moderators:<meeting>`: a participant waits, changes the name, or no longer waits. A removed or former moderator
 * receives them until the token is renewed, so they name nobody.
 */
export const moderatorEvents = { waiting_participants_changed: z.object({}) } as const;

/**
 * Events of `knock:<meeting>:<user>`. `ended`: the meeting is over. `members_only`: the meeting now admits members only.
 * `withdrawn`: the user withdrew the knock, in this tab or another.
 */
export const knockEvents = {
  admitted: z.object({ meeting_id: z.guid() }),
  denied: z.object({ meeting_id: z.guid(), again_at: time }),
  ended: z.object({ meeting_id: z.guid() }),
  members_only: z.object({ meeting_id: z.guid() }),
  withdrawn: z.object({ meeting_id: z.guid() }),
} as const;

/** The one broadcast event of `signal:<call>:<peer>`. */
export const SIGNAL_EVENT = "signal";

/** RFC 8839 limits a fragment to 256 characters. Browsers number the sections. */
const iceName = z.string().check(z.maxLength(256));

const candidate = z.object({
  /** About 200 characters in browsers. */
  candidate: z.string().check(z.maxLength(1_000)),
  sdpMid: z.nullable(iceName),
  sdpMLineIndex: z.nullable(z.int()),
  usernameFragment: z.nullish(iceName),
});

export const signal = z.discriminatedUnion("type", [
  /**
   * The sender's inbox is open; answered once with `reply: true`. `missed`: no description has arrived there since. False
   * in a reply.
   */
  z.object({ type: z.literal("ready"), reply: z.boolean(), missed: z.boolean() }),
  z.object({
    type: z.literal("description"),
    kind: z.enum(["offer", "answer"]),
    sdp: z.string(),
  }),
  /** Candidates are batched for 100 ms. Empty lists are not sent. */
  z.object({ type: z.literal("candidates"), candidates: z.array(candidate).check(z.minLength(1), z.maxLength(64)) }),
]);
export type Signal = z.infer<typeof signal>;

/**
 * A signal as the receiving peer gets it, from Realtime or `missed_signals`. The database adds `from`, the peer that sent it, and
 * Realtime's `send` the id. The database does not look at the signal itself, so each is parsed alone.
 */
export const receivedSignal = z.object({ id: z.guid(), from: z.guid(), signal });
export type ReceivedSignal = z.infer<typeof receivedSignal>;

/** `device`: audio stays on the device. `browser`: audio goes to the browser's maker. `server`: to Parley's endpoint. */
export const recognisedBy = z.enum(["off", "device", "browser", "server", "person"]);
export type RecognisedBy = z.infer<typeof recognisedBy>;

/**
 * A message between two peers, over the data channel `live` (negotiated, id 0, ordered). A peer reports only its own state.
 * The newest status message of each type is valid; transient messages have no lasting state.
 */
export const liveMessage = z.discriminatedUnion("type", [
  /** The media that the sender sends. `screen`: the third track carries a shared screen. */
  z.object({ type: z.literal("media"), microphone: z.boolean(), camera: z.boolean(), screen: z.boolean() }),
  z.object({ type: z.literal("speaking"), speaking: z.boolean() }),
  z.object({ type: z.literal("typing"), typing: z.boolean() }),
  /** The media that the sender wants to receive, so that a poor connection carries nothing unused. */
  z.object({ type: z.literal("wants"), sound: z.boolean(), picture: z.boolean() }),
  z.object({ type: z.literal("reaction"), emoji }),
  /** The source of the sender's captions. `person`: a captioner types them. */
  z.object({ type: z.literal("recogniser"), by: recognisedBy }),
  /**
   * An interim caption, never stored. `id` stays the same from the first word and becomes the id of the line. An empty text
   * cancels the caption. `speaker` is a user id if a captioner types for another participant.
   */
  z.object({
    type: z.literal("saying"),
    id: z.guid(),
    language,
    text: z.pipe(z.string().check(z.maxLength(LIMITS.caption.max * 4)), z.transform(cutLongClusters)),
    final: z.boolean(),
    speaker: z.nullable(z.guid()),
  }),
  /** The line that the sender is still reading, or null. */
  z.object({ type: z.literal("reading"), line: z.nullable(z.guid()) }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;
/** Messages for present peers only, not repeated to later ones. */
export type TransientMessage = Extract<LiveMessage, { type: "reaction" | "saying" }>;
export type StatusMessage = Exclude<LiveMessage, TransientMessage>;
