/** Identities of other providers by which a person signs in to their account. */
import * as z from "zod/mini";

const linkedIdentity = z.object({
  id: z.guid(),
  /** As Auth names it: `google`, `custom:acme`. */
  provider: z.string(),
  /** The person's address or name at the provider. Empty if it states none. */
  name: z.string(),
  connected_at: z.string(),
});
export type LinkedIdentity = z.infer<typeof linkedIdentity>;

/** Result of `my_identities`, oldest first. */
export const linkedIdentities = z.array(linkedIdentity);
