/** POST `/leave`: the call or knock that a page leaves on unload. The response is not read. */
import * as z from "zod/mini";

export const leaveRequest = z.discriminatedUnion("to", [
  z.strictObject({ to: z.literal("call"), call_id: z.guid(), peer_id: z.guid() }),
  /** The sender's own knock. */
  z.strictObject({ to: z.literal("knock"), meeting_id: z.guid() }),
]);
export type LeaveRequest = z.infer<typeof leaveRequest>;
