/** The sessions of a person as their page shows them. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { Device } from "#contracts/userAgent.ts";

export type SignInMethod = "email" | "sms" | "password" | "passkey" | "provider" | "sso" | "other" | "twoFactors";

export interface SessionView {
  readonly id: string;
  readonly device: Device;
  /** The country's name. Null if unknown. */
  readonly place: string | null;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly lastSeen: string;
  readonly method: SignInMethod;
}

/** The question on the page: whether this session was not the reader's, or whether to end all others. */
export type SessionQuestion = { readonly kind: "not-me"; readonly id: string } | { readonly kind: "others" };

export interface SecurityView {
  /** Null if the token names no session. */
  readonly current: SessionView | null;
  readonly others: readonly SessionView[];
  /** Whether there are more others than listed. */
  readonly more: boolean;
  /** Why no session is listed. */
  readonly error: ErrorCode | null;
  readonly question: SessionQuestion | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly languageTag: string;
}

export type SecurityIntent = "end" | "others" | "not-me" | "password";

export type SecurityResult =
  | { readonly kind: "done"; readonly intent: SecurityIntent }
  | { readonly kind: "failed"; readonly intent: SecurityIntent | null; readonly id: string; readonly code: ErrorCode };

export const SECURITY_PATH = "/settings/security";

export const questionPath = (question: SessionQuestion): string =>
  `${SECURITY_PATH}?${new URLSearchParams(question.kind === "others" ? { others: "" } : { "not-me": question.id })}`;
