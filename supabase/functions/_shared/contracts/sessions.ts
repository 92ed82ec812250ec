/** The sessions of a person on their devices. */
import * as z from "zod/mini";

const session = z.object({
  id: z.guid(),
  /** Whether the caller's token belongs to it. */
  current: z.boolean(),
  user_agent: z.nullable(z.string()),
  /** ISO 3166. Null if unknown. */
  country: z.nullable(z.string()),
  started_at: z.string(),
  /** The last renewal of its token, which happens about once in an hour of use. */
  last_seen: z.string(),
  /** As Auth names them in the claim `amr`, except for `sms`: a code by SMS, which Auth calls `otp`. */
  methods: z.array(z.string()),
});
export type AccountSession = z.infer<typeof session>;

/** Result of `my_sessions`. */
export const accountSessions = z.object({
  /** Null for a token without a session. */
  current: z.nullable(session),
  others: z.array(session),
  /** Whether there are more others than listed. */
  more: z.boolean(),
});
export type AccountSessions = z.infer<typeof accountSessions>;
