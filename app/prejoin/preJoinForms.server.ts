/** What the forms of `/`, of `/home` and of the door send. On the server only, so that their pages need no parser. */
import * as z from "zod/mini";
import { access } from "#contracts/meetings.ts";

export { formatMeetingCode, meetingCode } from "#contracts/meetings.ts";
export { parseParticipantForm, submittedValues } from "./participantForm.ts";

export const startOrJoinForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("start"),
    id: z.uuid(),
    /** How it begins; without a word as most do. The database bounds the title. */
    title: z.optional(z.string()),
    access: z.optional(access),
    keep: z.optional(z.literal("nothing")),
  }),
  z.object({ intent: z.literal("join"), code: z.string() }),
]);
