/** POST `/leave`: what a page that goes away was still in. Nobody reads the answer. */
import * as z from "zod/mini";

export const leaveRequest = z.discriminatedUnion("to", [
  z.strictObject({ to: z.literal("call"), call_id: z.uuid(), peer_id: z.uuid() }),
  /** One's own knock there. */
  z.strictObject({ to: z.literal("door"), meeting_id: z.uuid() }),
]);
export type LeaveRequest = z.infer<typeof leaveRequest>;
