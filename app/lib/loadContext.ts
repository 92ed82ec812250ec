/** What the Worker hands to every loader and action (`functions/worker.ts` makes it, once per request). */

import type { LinkToken } from "#contracts/account.ts";
import type { Failure, Result } from "#contracts/errors.ts";
import type { SessionResponse } from "#contracts/session.ts";
import type { Locale } from "~/i18n/locales.ts";
import type { Rpc } from "./rpc.ts";
import type { SignFile } from "./signFile.ts";

export interface ConfiguredIceServer {
  urls: string | string[];
  username?: string | undefined;
  credential?: string | undefined;
}

/** What the page may know of the environment. */
export interface PublicEnv {
  supabaseUrl: string;
  publishableKey: string;
  iceServers: ConfiguredIceServer[];
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
  /**
   * The caller's token, renewed when it is about to end or when asked to; `null` without a session. Errors:
   * `network/timeout`.
   */
  token(options?: { renew: boolean }): Promise<Result<SessionResponse | null>>;
  /** The user's id; makes an anonymous user unless there is one. Only ever called by an action that a person pressed. */
  ensureUser(): Promise<Result<string>>;
}

/** A sign-in that this browser began and has not ended. */
export interface PendingSignIn {
  /** Where the mail went. */
  readonly email: string;
  /** Where to go after it: a path of ours. */
  readonly next: string;
  /** When the last mail was asked for. Milliseconds since the epoch, by the Worker's clock. */
  readonly requestedAt: number;
  /** Signed in, but what the guest had could not be brought along. */
  readonly mergeFailed: boolean;
}

/** How a visitor or a guest gets an account, or back into it; and out. Each called only by an action that a person pressed. */
export interface SignIn {
  pending(): PendingSignIn | null;
  /**
   * Has a code and a link sent. The same answer whether or not the address has an account. Errors: `mail/malformed`,
   * `account/mail-not-sent`, `request/rate-limited`, `network/timeout`.
   */
  requestCode(mail: string, next: string): Promise<Result<null>>;
  /** Ends at the path to go to. Errors: `account/code-refused`, `account/too-many-tries`, `network/timeout`. */
  verifyCode(code: string): Promise<Result<string>>;
  /** The same by what a link carries, in whichever browser. Errors: `account/link-refused` and those above. */
  verifyLink(link: LinkToken): Promise<Result<string>>;
  /** `global`: on all devices. Errors: `network/timeout`, and then only `global`. */
  signOut(scope: "local" | "global"): Promise<Result<null>>;
}

/** Fields of a form by name, in their order. */
export type FormFields = readonly (readonly [string, string])[];

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
    readonly signIn: SignIn;
    /** Why this request is not carried out; `reads`: it only asked for a page. `typed`: what its form sent, but for files. */
    readonly refused: { readonly failure: Failure; readonly reads: boolean; readonly typed: FormFields } | null;
    /** Reads and writes as the caller: the database decides who may. */
    readonly rpc: Rpc;
    /**
     * The same with the token as it came, for an answer that may not be read: a renewed session in it would be lost, and
     * with it the person's. Without a token that still lasts nothing is asked; errors then: `network/timeout`.
     */
    readonly rpcWithoutRenewal: Rpc;
    /** Where Storage gives a file's bytes, asked as the caller. */
    readonly signFile: SignFile;
    /** Work that goes on after the answer, and when nobody waits for that any more. */
    waitUntil(work: Promise<unknown>): void;
  }
}
