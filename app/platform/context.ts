/** What the Worker hands to every loader and action (`functions/worker.ts` makes it, once per request). */

import type { Result } from "#contracts/errors.ts";
import type { SessionAnswer } from "#contracts/session.ts";
import type { Locale } from "~/i18n/locales.ts";
import type { Rpc } from "~/platform/rpc.ts";

export interface IceServer {
  urls: string | string[];
  username?: string | undefined;
  credential?: string | undefined;
}

/** What the page may know of the environment. */
export interface PublicEnv {
  supabaseUrl: string;
  publishableKey: string;
  iceServers: IceServer[];
}

/** Who asks, as their verified token says. */
export interface Viewer {
  readonly id: string;
  /** A guest: a user without a mail address. */
  readonly anonymous: boolean;
  /** `null` for a guest. */
  readonly email: string | null;
  /** `aal2`: two factors were shown. */
  readonly level: "aal1" | "aal2";
  /** Came in by a recovery link, and has yet to choose a password. */
  readonly recovering: boolean;
}

/** The person behind a request. */
export interface Session {
  /** `null`: a visitor whom nobody has made a user, or one whose token cannot be checked now. */
  viewer(): Promise<Viewer | null>;
  /** The same, where the two must be told apart. Errors: `network/timeout`. */
  knownViewer(): Promise<Result<Viewer | null>>;
  /** The caller's token, renewed when it is about to end or when asked to; `null` without a session. */
  token(options?: { renew: boolean }): Promise<SessionAnswer | null>;
  /** The user's id; makes an anonymous user unless there is one. Only ever called by an action that a person pressed. */
  ensureUser(): Promise<Result<string>>;
}

declare module "@remix-run/cloudflare" {
  /** Types of loader and action data as single fetch carries them. */
  interface Future {
    v3_singleFetch: true;
  }
  interface AppLoadContext {
    readonly nonce: string;
    readonly env: PublicEnv;
    readonly locale: Locale;
    readonly session: Session;
    /** Reads and writes as the caller: the database decides who may. */
    readonly rpc: Rpc;
  }
}
