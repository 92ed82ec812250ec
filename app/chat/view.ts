/** What the chat's components show; made from the timeline and the translation ladder. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import type { Shown } from "~/languages/index.ts";

export interface LineView {
  readonly id: string;
  readonly authorNumber: number;
  readonly authorName: string;
  readonly isMe: boolean;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Of the original. */
  readonly language: Language;
  readonly original: string;
  readonly reading: Shown;
  /** `failed`: kept, and may be sent again under the same id. */
  readonly delivery: "sent" | "pending" | "failed";
  /** Why it failed. */
  readonly failure?: ErrorCode;
}
