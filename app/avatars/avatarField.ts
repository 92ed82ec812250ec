/** The properties of the field of an avatar. */
import type { PublicEnv } from "~/lib/loadContext.ts";

export interface ShownAvatar {
  /** Null: the initials are shown. */
  readonly avatar: string | null;
  readonly name: string;
  /** The colour of the initials. */
  readonly colour: number;
}

export interface AvatarFieldProps {
  readonly env: Pick<PublicEnv, "supabaseUrl" | "publishableKey">;
  /** The workspace whose avatar it is. Null: the reader's own. */
  readonly workspaceId: string | null;
  readonly shown: ShownAvatar;
}
