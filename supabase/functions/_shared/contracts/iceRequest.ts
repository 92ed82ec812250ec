/** Requests to the edge function `ice`. Apart from its response, which every call parses. */
import * as z from "zod/mini";
import { meetingCode } from "./meetings.ts";

/** For the meeting's call: the caller is in it, or enters it, as this peer. */
const peerRequest = z.object({ meeting_id: z.guid(), peer_id: z.guid() });
/** For the connection test of the pre-join page. The database limits it (`relayTestsPerMinute`). */
const testRequest = z.object({ code: meetingCode });

export const iceRequest = z.union([peerRequest, testRequest]);
export type IceRequest = z.infer<typeof iceRequest>;

/** Response to a GET without a token: whether calls have a relay. */
export const iceStatus = z.object({ relay: z.boolean() });
