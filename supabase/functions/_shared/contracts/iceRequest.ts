/** What the edge function `ice` is asked: apart from its answers, which every call reads. */
import * as z from "zod/mini";
import { meetingCode } from "./meetings.ts";

/** The caller is in the meeting's call as this peer, or is entering it. */
const peerRequest = z.object({ meeting_id: z.uuid(), peer_id: z.uuid() });
/** At the door of a meeting, to try the connection; the database counts these (`relayTriesPerMinute`). */
const testRequest = z.object({ code: meetingCode });

export const iceRequest = z.union([peerRequest, testRequest]);
export type IceRequest = z.infer<typeof iceRequest>;

/** To a GET, without a token: whether calls have a relay. */
export const iceStatus = z.object({ relay: z.boolean() });
