/** The mails of Auth: a code, and a link that does the same. */
import type { Inbox } from "../inbox/index.ts";
import { type CodeKind, type Codes, isPkce } from "./codes.ts";
import { AuthError } from "./errors.ts";
import type { Limiter } from "./rate-limits.ts";
import type { Issuer } from "./sessions.ts";
import type { EmailKind, Templates } from "./templates/index.ts";
import type { Db, User } from "./users.ts";

const TEMPLATE: Readonly<Record<CodeKind, EmailKind>> = {
  confirmation_token: "confirmation",
  recovery_token: "magic_link",
  email_change_token_new: "email_change",
  email_change_token_current: "email_change",
};
/** What a link's `type` says, and the kind that it stands for. */
const LINK_TYPE: Readonly<Record<CodeKind, string>> = {
  confirmation_token: "signup",
  recovery_token: "magiclink",
  email_change_token_new: "email_change",
  email_change_token_current: "email_change",
};

export interface MailOptions {
  codes: Codes;
  inbox: Inbox;
  issuer: Pick<Issuer, "url">;
  limiter: Pick<Limiter, "takeMail">;
  templates: Templates;
  /** The app, where links lead. */
  siteUrl: string;
}

export interface Letter {
  readonly user: User;
  /** One code for each address; a change of address may have two. */
  readonly to: readonly { readonly kind: CodeKind; readonly email: string }[];
  readonly pkce: boolean;
  readonly redirectTo: string;
}

/** Makes the codes and sends them, within the caller's transaction. Throws 429 when it was asked for too often. */
export async function sendCodes(db: Db, options: MailOptions, { user, to, pkce, redirectTo }: Letter): Promise<void> {
  const { codes, inbox, issuer, limiter, templates, siteUrl } = options;
  for (const { kind } of to) codes.checkPause(user, kind);
  limiter.takeMail();
  for (const { kind, email } of to) {
    const { code, tokenHash } = await codes.issue(db, user, kind, email, pkce);
    const query = new URLSearchParams({ token: tokenHash, type: LINK_TYPE[kind], redirect_to: redirectTo });
    const { subject, html } = rendered(() =>
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

/** What a user says about themselves can be nothing that a template can compare: then GoTrue sends nothing either. */
function rendered<T>(work: () => T): T {
  try {
    return work();
  } catch {
    throw new AuthError(500, "unexpected_failure", "Error sending email");
  }
}

const firstLink = (html: string): string | null =>
  /\bhref="(https?:[^"]*)"/u.exec(html)?.[1]?.replaceAll("&#43;", "+").replaceAll("&amp;", "&") ?? null;

export type Outcome =
  | { readonly tokens: Record<string, string> }
  | { readonly code: string }
  | { readonly message: string; readonly tokenHash: string }
  | { readonly error: Record<string, string>; readonly tokenHash: string };

/** Where a followed link ends: tokens behind `#`, or an authorization code that only the asking browser can trade. */
export function landing(redirectTo: string, outcome: Outcome): Response {
  const url = new URL(redirectTo);
  if ("code" in outcome) url.searchParams.set("code", outcome.code);
  else if ("tokens" in outcome) url.hash = new URLSearchParams(outcome.tokens).toString();
  else {
    const about = "message" in outcome ? { message: outcome.message } : outcome.error;
    if (isPkce(outcome.tokenHash)) for (const [name, value] of Object.entries(about)) url.searchParams.set(name, value);
    url.hash = new URLSearchParams(about).toString();
  }
  return new Response(null, {
    status: 303,
    headers: { location: url.toString(), "referrer-policy": "no-referrer", "cache-control": "no-store" },
  });
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Only to the app itself; anything else, and nothing, leads to its front page. */
export function safeRedirect(asked: string | null, siteUrl: string): string {
  const site = new URL(siteUrl);
  if (asked === null || !URL.canParse(asked)) return site.href;
  const url = new URL(asked);
  const ours = url.hostname === site.hostname || (LOOPBACK.has(url.hostname) && LOOPBACK.has(site.hostname));
  return ours && (url.protocol === "http:" || url.protocol === "https:") ? url.href : site.href;
}
