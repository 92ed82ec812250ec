/** Second factors of the viewer's account, which Auth stores. `functions/secondFactor.ts` implements them. */
import type { ErrorCode } from "#contracts/errors.ts";

export interface AuthenticatorApp {
  readonly id: string;
  /** Empty without one. */
  readonly name: string;
  /** ISO 8601. */
  readonly addedAt: string;
}

export interface FactorState {
  /** Verified ones only. */
  readonly apps: readonly AuthenticatorApp[];
  /** Null: the person has none. */
  readonly recoveryCodes: { readonly remaining: number; readonly total: number } | null;
}

/** An authenticator app that is not verified yet. Auth returns the secret once. */
export interface NewApp {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
  /** `otpauth://…`, for the QR code. */
  readonly uri: string;
}

/**
 * Why Auth rejected a form: a wrong code; a name that the person uses; ten factors already; codes locked for 15 minutes; no
 * recovery codes on this server. `other-first`: the app cannot be removed, because a recovery code confirmed this session.
 */
export const FACTOR_PROBLEMS = ["wrong", "name", "full", "locked", "off", "other-first"] as const;
export type FactorProblem = (typeof FACTOR_PROBLEMS)[number];

export type FactorResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: FactorProblem | ErrorCode };

/** Changes the session's tokens: only for actions that a user submitted, except for `read`. */
export interface SecondFactor {
  read(): Promise<FactorResult<FactorState>>;
  /** Confirms the session by six digits of any of the apps, or by a recovery code. */
  confirm(typed: string): Promise<FactorResult<null>>;
  /** Like `confirm`, by an app only: a recovery code is no fresh proof in an older session. */
  confirmByApp(typed: string): Promise<FactorResult<null>>;
  /** Adds an app. Replaces one that was never verified. */
  enroll(name: string): Promise<FactorResult<NewApp>>;
  /** Verifies a new app, after a recent sign-in or factor. All other sessions that no second factor confirmed end. */
  verifyNew(id: string, typed: string): Promise<FactorResult<null>>;
  /** Removes an app. With the last one the recovery codes go too. */
  remove(id: string): Promise<FactorResult<null>>;
  /** Creates recovery codes, or replaces them. Returns them, once. */
  createRecoveryCodes(): Promise<FactorResult<readonly string[]>>;
}
