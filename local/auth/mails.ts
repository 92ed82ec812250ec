/** The mails of Auth: a code, and a link that does the same. */
import type { Inbox } from "../inbox/index.ts";
import { type CodeKind, type Codes, isPkce } from "./codes.ts";
import type { Issuer } from "./sessions.ts";
import type { Db, User } from "./users.ts";

const SUBJECT: Readonly<Record<CodeKind, string>> = {
  confirmation_token: "Confirm your address",
  recovery_token: "Your sign-in code",
  email_change_token_new: "Confirm your new address",
};
/** What a link's `type` says, and the kind that it stands for. */
const LINK_TYPE: Readonly<Record<CodeKind, string>> = {
  confirmation_token: "signup",
  recovery_token: "magiclink",
  email_change_token_new: "email_change",
};

export interface MailOptions {
  codes: Codes;
  inbox: Inbox;
  issuer: Pick<Issuer, "url">;
}

/** Makes a code and sends it, within the caller's transaction. */
export async function sendCode(
  db: Db,
  { codes, inbox, issuer }: MailOptions,
  {
    user,
    kind,
    email,
    pkce,
    redirectTo,
  }: { user: User; kind: CodeKind; email: string; pkce: boolean; redirectTo: string },
): Promise<void> {
  const { code, tokenHash } = await codes.issue(db, user, kind, email, pkce);
  const query = new URLSearchParams({ token: tokenHash, type: LINK_TYPE[kind], redirect_to: redirectTo });
  const link = `${issuer.url}/verify?${query}`;
  const html = `<p>${code}</p><p><a href="${link.replaceAll("&", "&amp;")}">Sign in</a></p>`;
  inbox.deliver({ to: email, subject: SUBJECT[kind], html, code, link });
}

/** Where a followed link ends: tokens behind `#`, or an authorization code that only the asking browser can trade. */
export function landing(
  redirectTo: string,
  outcome: { tokens: Record<string, string> } | { code: string } | { error: Record<string, string>; tokenHash: string },
): Response {
  const url = new URL(redirectTo);
  if ("code" in outcome) url.searchParams.set("code", outcome.code);
  else if ("tokens" in outcome) url.hash = new URLSearchParams(outcome.tokens).toString();
  else {
    if (isPkce(outcome.tokenHash))
      for (const [name, value] of Object.entries(outcome.error)) url.searchParams.set(name, value);
    url.hash = new URLSearchParams(outcome.error).toString();
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
