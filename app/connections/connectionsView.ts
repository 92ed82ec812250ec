/** The identities of a person as `/settings/security` shows them. */
import type { ErrorCode } from "#contracts/errors.ts";
import { CONNECTIONS_PATH, type ConnectionProblem } from "~/lib/connections.ts";
import type { SignInProvider } from "~/lib/loadContext.ts";

export interface ConnectionView {
  readonly id: string;
  readonly providerName: string;
  /** The person's address or name at the provider. Empty if it states none. */
  readonly name: string;
  /** ISO 8601. */
  readonly connectedAt: string;
  /** Whether another way to sign in stays. */
  readonly isRemovable: boolean;
}

export interface ConnectionsView {
  readonly connected: readonly ConnectionView[];
  /** Providers that are not connected. */
  readonly offered: readonly SignInProvider[];
  /** The identity whose removal is to be confirmed. */
  readonly removes: string | null;
  /** The result of the last change, with the name of the provider. */
  readonly outcome: { readonly kind: "connected" | "disconnected" | "failed"; readonly name: string } | null;
}

export const CONNECTION_INTENTS = ["connect", "disconnect"] as const;

/** Why a form changed nothing. `id`: the provider or identity that it was about. */
export interface ConnectionFailure {
  readonly id: string;
  readonly problem: ConnectionProblem | ErrorCode;
}

export const removalPath = (id: string): string => `${CONNECTIONS_PATH}?${new URLSearchParams({ disconnect: id })}`;
