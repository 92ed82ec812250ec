/** The emails of Auth: a code, and a link with the same effect. */
import type { Inbox } from "../inbox/index.ts";
import { type CodeKind, type Codes, isPkce } from "./codes.ts";
import { AuthError } from "./errors.ts";
import type { RateLimiter } from "./rateLimiter.ts";
import type { Issuer } from "./sessions.ts";
import type { EmailKind, Templates } from "./templates/index.ts";
import type { Db, User } from "./users.ts";

const TEMPLATE: Readonly<Record<CodeKind, EmailKind>> = {
  confirmation_token: "confirmation",
  recovery_token: "magic_link",
  email_change_token_new: "email_change",
  email_change_token_current: "email_change",
};
/** The `type` of a link for each kind of code. */
const LINK_TYPE: Readonly<Record<CodeKind, string>> = {
  confirmation_token: "signup",
  recovery_token: "magiclink",
  email_change_token_new: "email_change",
  email_change_token_current: "email_change",
};

export interface EmailOptions {
  codes: Codes;
  inbox: Inbox;
  issuer: Pick<Issuer, "url">;
  limiter: Pick<RateLimiter, "consumeEmail">;
  templates: Templates;
  /** Address of the app, the target of links. */
  siteUrl: string;
}

export interface CodeEmail {
  readonly user: User;
  /** One code per address. An address change may need two. */
  readonly to: readonly { readonly kind: CodeKind; readonly email: string }[];
  readonly pkce: boolean;
  readonly redirectTo: string;
}

/** Creates and sends the codes within the caller's transaction. Throws 429 above the rate limits. */
export async function sendCodes(
  db: Db,
  options: EmailOptions,
  { user, to, pkce, redirectTo }: CodeEmail,
): Promise<void> {
  const { codes, inbox, issuer, limiter, templates, siteUrl } = options;
  for (const { kind } of to) codes.checkResendInterval(user, kind);
  limiter.consumeEmail();
  for (const { kind, email } of to) {
    const { code, tokenHash } = await codes.issue(db, user, kind, email, pkce);
    const query = new URLSearchParams({ token: tokenHash, type: LINK_TYPE[kind], redirect_to: redirectTo });
    const { subject, html } = renderOrFail(() =>
      templates[TEMPLATE[kind]]({
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
    inbox.deliver({ to: email, subject, html, code, link: firstLink(html) });
  }
}

/** User metadata may have a type that the template cannot compare. Then GoTrue sends no email either. */
function renderOrFail<T>(work: () => T): T {
  try {
    return work();
  } catch {
    throw new AuthError(500, "unexpected_failure", "Error sending email");
  }
}

const firstLink = (html: string): string | null =>
  /\bhref="(https?:[^"]*)"/u.exec(html)?.[1]?.replaceAll("&#43;", "+").replaceAll("&amp;", "&") ?? null;

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
