/** Passkeys as pages show them, and the results of their forms. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Passkey, PasskeyProblem } from "~/lib/passkeys.ts";

/** Problems of the browser's dialog: nobody chose a passkey, or the browser has none here. */
type DialogProblem = "cancelled" | "unsupported";
export type AnyPasskeyProblem = PasskeyProblem | DialogProblem | ErrorCode;

export interface PasskeysView {
  /** Null: Auth cannot be reached. */
  readonly passkeys: readonly Passkey[] | null;
  /** Whether the reader proved a moment ago who they are. */
  readonly isRecent: boolean;
  /** Whether a code of an app is still asked for after a sign-in by passkey. */
  readonly hasFactor: boolean;
  /** The passkey whose name is edited, or whose removal the reader is to confirm. */
  readonly renames: string | null;
  readonly removes: string | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export type PasskeyIntent = "add" | "rename" | "remove";

export type PasskeysResult =
  | { readonly kind: "done"; readonly intent: PasskeyIntent }
  | {
      readonly kind: "failed";
      readonly intent: PasskeyIntent | null;
      readonly id: string;
      readonly typed: string;
      readonly problem: PasskeyProblem | ErrorCode;
    };

const PATH = "/settings/security";

/** The page with a part of it open. */
export const passkeysPath = (part: Readonly<Record<string, string>> = {}): string => {
  const search = `${new URLSearchParams(part)}`;
  return `${PATH}${search && `?${search}`}`;
};
/** Forms are sent here, so that the page's other forms differ from them. */
export const passkeysAction = (part: Readonly<Record<string, string>> = {}): string =>
  passkeysPath({ passkeys: "", ...part });

/** The options of a sign-in, and of a new passkey. */
export const SIGN_IN_OPTIONS_PATH = "/sign-in/passkey";
export const NEW_OPTIONS_PATH = "/settings/passkeys";
