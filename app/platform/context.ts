/** What the Worker hands to every loader and action (`functions/context.ts` makes it, once per request). */

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

/** The person behind a request, verified; `null` claims are a visitor whom nobody has made a user. */
export interface Session {
  userId(): Promise<string | null>;
  /** The caller's token, renewed when it is about to end or when asked to; `null` without a session. */
  token(options?: { renew: boolean }): Promise<SessionAnswer | null>;
  /** Makes an anonymous user unless there is one. Only ever called by an action that a person pressed. */
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
