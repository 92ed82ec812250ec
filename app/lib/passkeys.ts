/** Passkeys of accounts, which Auth stores. `functions/passkeys.ts` implements them, the page runs the browser's dialog. */
import type { ErrorCode } from "#contracts/errors.ts";

export interface Passkey {
  readonly id: string;
  /** Empty without one. */
  readonly name: string;
  /** ISO 8601. */
  readonly addedAt: string;
  readonly usedAt: string | null;
}

/**
 * Why Auth rejected a request. `refused`: it does not accept the passkey. `expired`: the challenge is too old, or of another browser.
 * `full`: there are ten already. `exists`: the person has added it before. `other-person`: it is somebody else's. `name`: empty or
 * too long.
 */
export const PASSKEY_PROBLEMS = ["refused", "expired", "full", "exists", "other-person", "name"] as const;
export type PasskeyProblem = (typeof PASSKEY_PROBLEMS)[number];

export type PasskeyFailure = { readonly ok: false; readonly problem: PasskeyProblem | ErrorCode };
export type PasskeyResult<T> = { readonly ok: true; readonly value: T } | PasskeyFailure;

interface Challenge {
  /** Names the challenge. The browser's cookie does so too. */
  readonly challengeId: string;
  /** Base64url, like all bytes here. */
  readonly challenge: string;
  /** Milliseconds. */
  readonly timeout: number;
  readonly userVerification: "required" | "preferred" | "discouraged";
}

/** The input of `navigator.credentials.get()`. */
export interface PasskeyRequest extends Challenge {
  readonly rpId: string;
}

/** The input of `navigator.credentials.create()`. */
export interface PasskeyCreation extends Challenge {
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  /** Algorithms, as numbers of COSE. */
  readonly algorithms: readonly number[];
  /** Passkeys that the person has. */
  readonly exclude: readonly string[];
}

/** The result of the browser's dialog. */
export interface PasskeyAnswer {
  readonly challengeId: string;
  /** JSON of the credential. */
  readonly credential: string;
}

/** The viewer. */
interface Owner {
  readonly id: string;
  readonly level: "aal1" | "aal2";
}

/** Only for actions that a user submitted, except for `list`. */
export interface Passkeys {
  list(): Promise<PasskeyResult<readonly Passkey[]>>;
  signInOptions(): Promise<PasskeyResult<PasskeyRequest>>;
  /** Signs in and moves the data of a guest. Returns the path to open. */
  signIn(answer: PasskeyAnswer, next: string): Promise<PasskeyResult<string>>;
  /** Proves who the viewer is, as a sign-in does. */
  confirm(viewer: Owner, answer: PasskeyAnswer): Promise<PasskeyResult<null>>;
  /** Needs a recent sign-in, else `account/sign-in-again`. */
  registrationOptions(): Promise<PasskeyResult<PasskeyCreation>>;
  add(answer: PasskeyAnswer): Promise<PasskeyResult<null>>;
  rename(id: string, name: string): Promise<PasskeyResult<null>>;
  remove(id: string): Promise<PasskeyResult<null>>;
}
