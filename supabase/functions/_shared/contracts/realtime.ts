/**
 * What travels over Realtime: topics, and the events of the meeting's topic, which only the database writes.
 * All topics are private; who may hear and write one stands in the policies on `realtime.messages`.
 */
import * as z from "zod";
import { line, participant, peer, translation } from "./meetings.ts";

export const topics = {
  meeting: (meetingId: string, epoch: number) => `meeting:${meetingId}:${epoch}`,
  /** Only the tab `from` may write it; `from` and `to` hear it. Both are peer ids. */
  signal: (callId: string, from: string, to: string) => `signal:${callId}:${from}:${to}`,
} as const;

const seq = z.int().nonnegative();

/** Events of `meeting:<id>:<epoch>`; every one carries the meeting's `seq` after the write. */
export const meetingEvents = {
  line_posted: z.object({ seq, line }),
  translated: z.object({ seq, line_id: z.uuid(), translations: z.array(translation) }),
  participant_changed: z.object({ seq, participant }),
  peer_joined: z.object({ seq, peer }),
  peer_left: z.object({ seq, peer_id: z.uuid(), user_id: z.uuid(), reason: z.enum(["left", "gone", "taken-over"]) }),
} as const;

export type MeetingEventName = keyof typeof meetingEvents;
export type MeetingEvent = {
  [Name in MeetingEventName]: { readonly name: Name } & z.infer<(typeof meetingEvents)[Name]>;
}[MeetingEventName];

/** The one broadcast event of a signal topic. */
export const SIGNAL_EVENT = "signal";

const candidate = z.object({
  candidate: z.string(),
  sdpMid: z.string().nullable(),
  sdpMLineIndex: z.int().nullable(),
  usernameFragment: z.string().nullish(),
});

export const signal = z.discriminatedUnion("type", [
  /** "I hear your topic"; answered once with `reply: true`. The first offer waits for it, so that none is sent into the void. */
  z.object({ type: z.literal("ready"), reply: z.boolean() }),
  z.object({
    type: z.literal("description"),
    kind: z.enum(["offer", "answer", "pranswer", "rollback"]),
    sdp: z.string(),
  }),
  /** Candidates are batched for 100 ms; an empty list never travels. */
  z.object({ type: z.literal("candidates"), candidates: z.array(candidate).min(1).max(64) }),
]);
export type Signal = z.infer<typeof signal>;

/** Live state between two peers, over the data channel `live` (negotiated, id 0, ordered). Claims about oneself only. */
export const liveMessage = z.discriminatedUnion("type", [
  z.object({ type: z.literal("media"), microphone: z.boolean(), camera: z.boolean() }),
  z.object({ type: z.literal("speaking"), speaking: z.boolean() }),
  z.object({ type: z.literal("typing"), typing: z.boolean() }),
]);
export type LiveMessage = z.infer<typeof liveMessage>;
