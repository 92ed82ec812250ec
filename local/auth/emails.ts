/** The emails of Auth: a code, and a link with the same effect. */
import type { Config } from "../config.ts";
import { linkIn } from "../inbox/email.ts";
import type { Inbox } from "../inbox/index.ts";
import { type CodeKind, type Codes, isPkce } from "./codes.ts";
import { AuthError } from "./errors.ts";
import { hookEmailData } from "./hooks/emailData.ts";
import type { Hooks } from "./hooks/index.ts";
import { type Challenge, storeChallenge } from "./pkce.ts";
import type { RateLimiter } from "./rateLimiter.ts";
import type { Issuer } from "./sessions.ts";
import type { EmailKind, Templates } from "./templates/index.ts";
import { type Db, setPendingEmail, type User } from "./users.ts";

interface Purpose {
  readonly kind: CodeKind;
  readonly template: EmailKind;
  /** The `type` of the email's link. */
  readonly linkType: string;
}

/** Recovery and a later sign-in share a kind of code, and each invalidates the other. */
const PURPOSES = {
  signup: { kind: "confirmation_token", template: "confirmation", linkType: "signup" },
  magiclink: { kind: "recovery_token", template: "magic_link", linkType: "magiclink" },
  recovery: { kind: "recovery_token", template: "recovery", linkType: "recovery" },
  emailChangeNew: { kind: "email_change_token_new", template: "email_change", linkType: "email_change" },
  emailChangeCurrent: { kind: "email_change_token_current", template: "email_change", linkType: "email_change" },
  reauthentication: { kind: "reauthentication_token", template: "reauthentication", linkType: "reauthentication" },
} as const satisfies Record<string, Purpose>;
export type EmailPurpose = keyof typeof PURPOSES;

export interface EmailOptions {
  codes: Codes;
  /** The hook for emails sends them instead of the inbox. */
  hooks: Pick<Hooks, "sendEmail">;
  /** The client's address, for the rate limits and for hooks. */
  address: string;
  inbox: Inbox;
  issuer: Pick<Issuer, "url">;
  limiter: Pick<RateLimiter, "consumeEmail">;
  templates: Templates;
  /** Address of the app, the target of links. */
  siteUrl: string;
}

export interface CodeEmail {
  readonly user: User;
  /** One code per address. An address change may need two: that of the new address is the first. */
  readonly to: readonly { readonly purpose: EmailPurpose; readonly email: string }[];
  readonly pkce: boolean;
  readonly redirectTo: string;
}

/** Creates and sends the codes within the caller's transaction. Throws 429 above the rate limits. */
export async function sendCodes(
  db: Db,
  options: EmailOptions,
  { user, to, pkce, redirectTo }: CodeEmail,
): Promise<void> {
  const { codes, hooks, inbox, issuer, limiter, templates, siteUrl } = options;
  for (const { purpose } of to) codes.checkResendInterval(user, PURPOSES[purpose].kind);
  limiter.consumeEmail();
  const issued = [];
  for (const { purpose, email } of to) {
    const code = codes.create();
    const tokenHash = await codes.store(db, user, PURPOSES[purpose].kind, email, code, pkce);
    issued.push({ purpose, email, code, tokenHash });
  }
  const [first, second = null] = issued;
  if (hooks.sendEmail !== null && first !== undefined) {
    const data = hookEmailData(PURPOSES[first.purpose].linkType, first, {
      ...{ authUrl: issuer.url, redirectTo, current: second },
    });
    return await hooks.sendEmail(user, data, options.address);
  }
  for (const { purpose, email, code, tokenHash } of issued) {
    const { template, linkType } = PURPOSES[purpose];
    const query = new URLSearchParams({ token: tokenHash, type: linkType, redirect_to: redirectTo });
    const { subject, html } = renderOrFail(() =>
      templates[template]({
        SiteURL: siteUrl,
        ConfirmationURL: `${issuer.url}/verify?${query}`,
        Email: user.email ?? "",
        Token: code,
        TokenHash: tokenHash,
        RedirectTo: redirectTo,
        Data: user.user_metadata,
        NewEmail: user.email_change ?? "",
        SendingTo: email,
      }),
    );
    inbox.deliver({ to: email, subject, html, code, link: linkIn(html) });
  }
}

export interface EmailChange {
  readonly user: User;
  /** The new address. */
  readonly email: string;
  readonly challenge: Challenge;
  readonly redirectTo: string;
}

/** Stores the new address and sends its code, and a second code to the old address if the project wants both. */
export async function sendEmailChange(
  db: Db,
  context: EmailOptions & { readonly config: Config["auth"] },
  { user, email, challenge, redirectTo }: EmailChange,
): Promise<void> {
  const hasChallenge = await storeChallenge(db, user.id, "email_change", challenge);
  const updated = await setPendingEmail(db, user.id, email);
  const old = context.config.email.double_confirm_changes ? user.email : null;
  await sendCodes(db, context, {
    user: updated,
    to: [
      { purpose: "emailChangeNew", email },
      ...(old === null ? [] : [{ purpose: "emailChangeCurrent", email: old } as const]),
    ],
    pkce: hasChallenge,
    redirectTo,
  });
}

/** User metadata may have a type that the template cannot compare. Then GoTrue sends no email either. */
function renderOrFail<T>(work: () => T): T {
  try {
    return work();
  } catch {
    throw new AuthError(500, "unexpected_failure", "Error sending email");
  }
}

export type LinkOutcome =
  | { readonly tokens: Record<string, string> }
  | { readonly code: string }
  | { readonly message: string; readonly tokenHash: string }
  | { readonly error: Record<string, string>; readonly tokenHash: string };

/** Redirects a followed link: with tokens in the fragment, or with an authorization code for the requesting browser. */
export function redirectWith(redirectTo: string, outcome: LinkOutcome): Response {
  const url = new URL(redirectTo);
  if ("code" in outcome) url.searchParams.set("code", outcome.code);
  else if ("tokens" in outcome) url.hash = new URLSearchParams(outcome.tokens).toString();
  else {
    const details = "message" in outcome ? { message: outcome.message } : outcome.error;
    if (isPkce(outcome.tokenHash))
      for (const [name, value] of Object.entries(details)) url.searchParams.set(name, value);
    url.hash = new URLSearchParams(details).toString();
  }
  return new Response(null, {
    status: 303,
    headers: { location: url.toString(), "referrer-policy": "no-referrer", "cache-control": "no-store" },
  });
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Returns the requested URL if it belongs to the app, else the app's start page. */
export function safeRedirect(requested: string | null, siteUrl: string): string {
  const site = new URL(siteUrl);
  if (requested === null || !URL.canParse(requested)) return site.href;
  const url = new URL(requested);
  const isSite = url.hostname === site.hostname || (LOOPBACK.has(url.hostname) && LOOPBACK.has(site.hostname));
  return isSite && (url.protocol === "http:" || url.protocol === "https:") ? url.href : site.href;
}
