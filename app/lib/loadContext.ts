/** The context that the Worker passes to every loader and action. `functions/worker.ts` creates it for each request. */

import type { LinkToken } from "#contracts/account.ts";
import type { Failure, Result } from "#contracts/errors.ts";
import type { SessionResponse } from "#contracts/session.ts";
import type { Locale } from "~/i18n/locales.ts";
import type { Connections, ConnectProblem } from "./connections.ts";
import type { EmailChange } from "./emailChange.ts";
import type { Passkeys } from "./passkeys.ts";
import type { PhoneChange } from "./phoneChange.ts";
import type { Rpc } from "./rpc.ts";
import type { SecondFactor } from "./secondFactor.ts";
import type { SignFile } from "./signFile.ts";
import type { Theme } from "./theme.ts";

export interface ConfiguredIceServer {
  urls: string | string[];
  username?: string | undefined;
  credential?: string | undefined;
}

/** The environment variables that pages may read. */
export interface PublicEnv {
  supabaseUrl: string;
  publishableKey: string;
  iceServers: ConfiguredIceServer[];
  /** Only if the operator configured Turnstile. */
  turnstileSiteKey?: string;
}

/** The operator's prices of translation and speech. */
export interface TranslationPrices {
  /** ISO 4217. */
  readonly currency: string;
  /** By engine, for a million source characters. */
  readonly perMillion: Readonly<Record<string, number>>;
  /** For an hour of speech that the server transcribes. */
  readonly speechHour?: number | undefined;
}

/** The user of the request, from the verified token. */
export interface Viewer {
  readonly id: string;
  /** Whether the user is a guest, who has neither an email address nor a phone number. */
  readonly anonymous: boolean;
  /** `null` for a guest, and for an account that signs in by phone only. */
  readonly email: string | null;
  /** In E.164 with its plus sign. */
  readonly phone: string | null;
  /** Where codes are sent: the email address, else the phone number. `null` for a guest. */
  readonly address: string | null;
  /** `aal2`: signed in with two factors. */
  readonly level: "aal1" | "aal2";
  /** Signed in to choose a new password, and has not done so yet. */
  readonly recovering: boolean;
  /** Whether the identity provider of a company manages the account, which has neither codes nor a password then. */
  readonly managed?: boolean;
}

/** The session of a request. */
export interface Session {
  /** Returns null for a visitor without a user, and if the token cannot be verified now. */
  viewer(): Promise<Viewer | null>;
  /** Like `viewer`, but fails if the token cannot be verified now. Errors: `network/timeout`. */
  knownViewer(): Promise<Result<Viewer | null>>;
  /**
   * Returns the caller's token, renewed if it is about to expire or `renew` is set. Returns null without a session.
   * Errors: `network/timeout`.
   */
  token(options?: { renew: boolean }): Promise<Result<SessionResponse | null>>;
  /** Returns whether the session of an account ended here a moment ago, and nobody signed out in this browser. */
  hasEnded(): boolean;
  /** Returns whether loaders have seen a viewer whose session turned out to be ended during this request. */
  hasLostViewer(): boolean;
  /** Returns whether the database rejected the viewer during this request, because their session lacks the second factor. */
  lacksFactor(): boolean;
  /**
   * Returns the user's id and creates an anonymous user if there is none. Only for actions that a user submitted, with the
   * form's captcha. Errors: `request/captcha`, `request/rate-limited`, `network/timeout`.
   */
  ensureUser(captcha?: string): Promise<Result<string>>;
}

/** A sign-in that this browser started and has not completed. */
export interface PendingSignIn {
  /** The email address, or the phone number in E.164, that the code was sent to. */
  readonly address: string;
  /** The address as people read it. */
  readonly shown: string;
  /** The path of this site to open after the sign-in. */
  readonly next: string;
  /** When the last email was requested: milliseconds since the epoch, by the Worker's clock. */
  readonly requestedAt: number;
  /** Whether the user is signed in, but the data of the guest could not be merged. */
  readonly mergeFailed: boolean;
}

/** A provider that the operator offers, by the id that Auth knows. */
export interface SignInProvider {
  readonly id: string;
  /** A brand, or the operator's name for it. */
  readonly name: string;
}

/** A way to sign in that a browser used before. */
export type SignInWay = "code" | "password" | "passkey" | `provider:${string}` | `sso:${string}`;

/** The ways that Auth and the operator offer. */
export interface SignInWays {
  /** By email. */
  readonly code: boolean;
  /** By phone number: a code by SMS. */
  readonly phone: boolean;
  readonly password: boolean;
  readonly providers: readonly SignInProvider[];
  /** Also whether the address of the site is one that passkeys can belong to. */
  readonly passkey: boolean;
  /** Single sign-on of companies, by the domain of an address. */
  readonly sso: boolean;
  /** Whether an address without an account gets one. */
  readonly newAccounts: boolean;
}

/**
 * Why a provider did not sign somebody in. `refused`: at the provider. `expired`: too late, or used. `elsewhere`: this browser did not
 * begin it. `unverified`: no confirmed address. `closed`: no new accounts.
 */
export type ProviderProblem = "refused" | "expired" | "elsewhere" | "unverified" | "closed" | "unavailable";

/** Also those of single sign-on. `rejected`: a response that does not count. `gone`: the company has none here any more. */
export type CompanyProblem = ProviderProblem | "rejected" | "gone";

export type ProviderOutcome =
  | { readonly ok: true; readonly path: string }
  | {
      readonly ok: false;
      readonly purpose: "sign-in";
      readonly problem: CompanyProblem;
      /** The page from which the sign-in began. */
      readonly next: string;
      /** Null if this browser did not begin it. */
      readonly provider: SignInProvider | null;
    }
  | {
      readonly ok: false;
      readonly purpose: "connect";
      readonly problem: ConnectProblem;
      readonly provider: SignInProvider | null;
    };

/** The parts of `SignIn` with the identity providers of companies. */
export interface SsoSignIn {
  /** Returns the domain of a company that has single sign-on, else null. `typed`: a domain, or an address. */
  findCompany(typed: string): Promise<Result<string | null>>;
  /**
   * Returns the address of the company's provider, or null if there is none. Errors of both: `request/rate-limited`,
   * `network/timeout`.
   */
  beginSso(typed: string, next: string): Promise<Result<string | null>>;
}

/** The parts of `SignIn` with other providers. */
export interface ProviderSignIn {
  /** Returns the address of Auth that leads to the provider. Error: `request/not-allowed`. */
  beginProvider(id: string, next: string): Promise<Result<string>>;
  /** Completes what Auth returned to `/auth/callback`, with its parameters. */
  finishProvider(query: URLSearchParams): Promise<ProviderOutcome>;
}

type RequestCode = (typed: string, next: string, captcha: string) => Promise<Result<null>>;

/** The parts of `SignIn` with passwords. Errors of all: `request/not-allowed` if the operator offers none. */
export interface PasswordSignIn {
  /**
   * Sends a code, like `requestCode`. The browser that enters it stores the password, if the account has none. Errors:
   * those of `requestCode`, `password/too-short`, `password/too-long`, `password/too-easy`.
   */
  requestSignUp(typed: string, password: string, next: string, captcha: string): Promise<Result<null>>;
  /**
   * Sends a code, and to an email address a link, that lead to `/recover`, if there is such an account. Errors: `mail/malformed`,
   * `phone/malformed`, `request/captcha`.
   */
  requestRecovery: RequestCode;
  /** Sends the message of the pending sign-in again. */
  requestAgain(captcha: string, requestCode: RequestCode): Promise<Result<null>>;
  /** Returns the path to open. Errors: `account/password-refused`, `account/password-tries`, `network/timeout`. */
  enterPassword(typed: string, password: string, next: string, captcha: string): Promise<Result<string>>;
  /**
   * Stores a new password and ends all other sessions. `current`: null if the session began with a code a moment ago.
   * Errors: those of a rule and of `enterPassword`, `password/unchanged`, `account/sign-in-again`.
   */
  changePassword(viewer: Viewer, password: string, current: string | null): Promise<Result<null>>;
  /** Signs in again by the password of the viewer. Errors: those of `enterPassword`, `account/sign-in-again`. */
  confirmPassword(viewer: Viewer, password: string): Promise<Result<null>>;
}

/** Signs visitors and guests in and out. Only for actions that a user submitted. */
export interface SignIn
  extends Omit<PasswordSignIn, "requestAgain">,
    EmailChange,
    PhoneChange,
    ProviderSignIn,
    SsoSignIn,
    Connections {
  ways(): Promise<SignInWays>;
  /** Returns how the last sign-in in this browser was done, or null. */
  lastWay(): SignInWay | null;
  requestAgain(captcha: string): Promise<Result<null>>;
  pending(): PendingSignIn | null;
  /**
   * Sends a code, and to an email address a link. The result is the same whether or not there is such an account. Errors:
   * `mail/malformed`, `phone/malformed`, `account/mail-not-sent`, `account/sms-not-sent`, `request/captcha`, `request/rate-limited`,
   * `network/timeout`.
   */
  requestCode: RequestCode;
  /** Returns the path to open. Errors: `account/code-refused`, `account/too-many-tries`, `network/timeout`. */
  verifyCode(code: string): Promise<Result<string>>;
  /**
   * Like `verifyCode`, with the token of a link, in any browser. `next`: the path, or the address on this site, that the
   * link carries. It counts if this browser did not request the link. Errors: `account/link-refused` and those above.
   */
  verifyLink(link: LinkToken, next: string): Promise<Result<string>>;
  /** Completes a sign-in after its second factor. Returns the path to open, which is `next` unless data was not merged. */
  completeFactor(next: string): Promise<string>;
  /** `global` signs out on all devices, `others` on all but this. Only then it can fail, with `network/timeout`. */
  signOut(scope: "local" | "global" | "others"): Promise<Result<null>>;
}

/** Fields of a form as name and value, in order. */
export type FormFields = readonly (readonly [string, string])[];

declare module "@remix-run/cloudflare" {
  /** Types loader and action data as single fetch serializes it. */
  interface Future {
    v3_singleFetch: true;
  }
  interface AppLoadContext {
    readonly nonce: string;
    readonly env: PublicEnv;
    /** Null if the operator set none. Insights and the usage of workspaces show the costs. */
    readonly translationPrices: TranslationPrices | null;
    /** Null if the operator set none. Then nobody can switch on reminders by Web Push. */
    readonly pushKey: string | null;
    readonly locale: Locale;
    /** The language of emails and SMS to people who chose none. */
    readonly messageLanguage: string;
    readonly theme: Theme;
    readonly session: Session;
    readonly signIn: SignIn;
    readonly secondFactor: SecondFactor;
    readonly passkeys: Passkeys;
    /** Why the Worker rejected this request. `reads`: a GET. `typed`: the submitted fields without files. */
    readonly refused: { readonly failure: Failure; readonly reads: boolean; readonly typed: FormFields } | null;
    /** Calls database functions as the caller. The database checks permissions. */
    readonly rpc: Rpc;
    /**
     * Like `rpc`, but never renews the token: the page may not read the response, and the renewed session would be lost.
     * Sends no request if the token has expired. Error then: `network/timeout`.
     */
    readonly rpcWithoutRenewal: Rpc;
    /** Calls database functions as nobody, for what does not depend on the visitor. */
    readonly anonymousRpc: Rpc;
    /** Requests a signed address of a file that the caller may read. */
    readonly signFile: SignFile;
    /** Keeps the Worker running until `work` settles, also after the response. */
    waitUntil(work: Promise<unknown>): void;
  }
}
