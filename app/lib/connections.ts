/** Identities of other providers that a person connects to their account. `functions/connections.ts` implements it. */
import type { ErrorCode } from "#contracts/errors.ts";

/** `off`: Auth does not link identities. `last`: the person could not sign in any more. */
export type ConnectionProblem = "off" | "last";

export type ConnectionResult =
  /** The address or path to open. */
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly problem: ConnectionProblem | ErrorCode };

/**
 * Why a provider did not connect an identity. `account`: this browser is signed in to another account, or to none. `taken`: the
 * identity belongs to another account.
 */
export type ConnectProblem = "refused" | "expired" | "elsewhere" | "unverified" | "unavailable" | "account" | "taken";

interface Person {
  readonly id: string;
  readonly email: string | null;
}

/** Returns whether a person can sign in by a code: to the address, or to the number of somebody without one. */
export const hasCodes = (
  { email }: Pick<Person, "email">,
  ways: { readonly code: boolean; readonly phone: boolean },
) => (email === null ? ways.phone : ways.code);

/** Only for actions that a user submitted. */
export interface Connections {
  /** Returns the address that leads to the provider. Errors: `account/sign-in-again`, `request/not-allowed`. */
  connectProvider(viewer: Person, provider: string): Promise<ConnectionResult>;
  /** Errors: `account/sign-in-again`, `request/not-found`. */
  disconnectIdentity(viewer: Person, identityId: string): Promise<ConnectionResult>;
}

export const CONNECTIONS_PATH = "/settings/security";

/** The page after a change. It shows what has changed only if the identities confirm it. */
export const connectionsPath = (query: { connected: string } | { disconnected: string }): string =>
  `${CONNECTIONS_PATH}?${new URLSearchParams(query)}`;
