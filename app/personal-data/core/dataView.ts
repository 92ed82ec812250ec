/** The content of `/settings/data` and `/settings/confirm`, and the results of their forms. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { AccountDeletion } from "#contracts/personalData.ts";
import type { AnyPasskeyProblem } from "~/passkeys/passkeyView.ts";

export interface PersonalDataView {
  /** The email address, else the phone number with its plus sign. */
  readonly address: string;
  readonly deletion: AccountDeletion;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** BCP 47, for dates. */
  readonly languageTag: string;
}

export type DataIntent = "delete" | "keep";

export type DataResult =
  | { readonly kind: "done"; readonly intent: DataIntent }
  | {
      readonly kind: "failed";
      /** Null: the form is unknown. */
      readonly intent: DataIntent | null;
      /** The error is that of the typed address. */
      readonly isField: boolean;
      readonly code: ErrorCode;
      readonly typed: string;
    };

export interface ConfirmView {
  readonly email: string;
  /** A code is on its way. */
  readonly isSent: boolean;
  /** Whether a passkey can be used instead. */
  readonly hasPasskey: boolean;
  /** Whether the password of the account can be used instead. */
  readonly hasPassword: boolean;
  /** The company whose single sign-on is the only proof. Null: a code. */
  readonly company: string | null;
  /** The settings page to return to. */
  readonly next: string;
}

export type ConfirmResult =
  | { readonly intent: "send" | "enter" | "password" | "sso" | null; readonly code: ErrorCode; readonly typed: string }
  | { readonly intent: "passkey"; readonly code: AnyPasskeyProblem; readonly typed: "" };

export const DATA_PATH = "/settings/data";

/** Returns the address of the page that asks for a fresh code before the page `next` goes on. */
export const confirmPath = (next: string): string => `/settings/confirm?${new URLSearchParams({ next })}`;
