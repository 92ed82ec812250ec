/** The email templates of `config.toml`: compiled at the start, so that a mistake stops the start and not a sign-in. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TemplateSource } from "../../config.ts";
import { compile, type Path } from "./template.ts";

/** The emails that this stack sends. */
export type EmailKind = "confirmation" | "magic_link" | "recovery" | "email_change" | "reauthentication";

/** The variables of GoTrue's templates. */
export interface EmailData {
  readonly SiteURL: string;
  /** `GET /auth/v1/verify` of Auth itself. */
  readonly ConfirmationURL: string;
  /** The current address of the user; empty for a guest. */
  readonly Email: string;
  readonly Token: string;
  readonly TokenHash: string;
  readonly RedirectTo: string;
  /** The user's metadata: untrusted, the user chooses it. */
  readonly Data: Readonly<Record<string, unknown>>;
  /** The new address of an address change, and the address that this email goes to. */
  readonly NewEmail?: string;
  readonly SendingTo?: string;
}

export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
}

export type Templates = Readonly<Record<EmailKind, (data: EmailData) => RenderedEmail>>;

const LINK_FIELDS = ["SiteURL", "ConfirmationURL", "Email", "Token", "TokenHash", "RedirectTo"];
/** Emails with other fields. A nonce has no link. */
const FIELDS_OF: Readonly<Record<string, readonly string[]>> = {
  email_change: [...LINK_FIELDS, "NewEmail", "SendingTo"],
  reauthentication: ["SiteURL", "Email", "Token"],
};

/** Throws one sentence for a template that is missing, not supported, or names a field that its email does not have. */
export async function readTemplates(
  root: string,
  sources: Readonly<Record<string, TemplateSource>>,
): Promise<Templates> {
  // Also checks the templates that only the real Auth sends.
  const read = await Promise.all(
    Object.entries(sources).map(async ([kind, source]) => [kind, await readTemplate(root, kind, source)] as const),
  );
  const byKind = new Map(read);
  const use = async (kind: EmailKind) => byKind.get(kind) ?? (await readTemplate(root, kind, {}));
  return {
    confirmation: await use("confirmation"),
    magic_link: await use("magic_link"),
    recovery: await use("recovery"),
    email_change: await use("email_change"),
    reauthentication: await use("reauthentication"),
  };
}

async function readTemplate(root: string, kind: string, { subject, content_path }: TemplateSource) {
  const key = `auth.email.template.${kind}`;
  const fallback = Object.hasOwn(DEFAULTS, kind) ? DEFAULTS[kind] : undefined;
  const body =
    content_path === undefined
      ? (fallback?.body ?? "")
      : await readFile(join(root, content_path), "utf8").catch(() => {
          throw new Error(`supabase/config.toml: ${key}.content_path: there is no file ${content_path}.`);
        });
  const isKnown = ([first = "", ...rest]: Path) =>
    first === "Data" ? rest.length <= 1 : rest.length === 0 && (FIELDS_OF[kind] ?? LINK_FIELDS).includes(first);
  const compiled = (where: string, source: string) => {
    try {
      return compile(source, isKnown);
    } catch (error) {
      throw new Error(`${where}: ${error instanceof Error ? error.message : "not supported"}.`);
    }
  };
  const renderSubject = compiled(`supabase/config.toml: ${key}.subject`, subject ?? fallback?.subject ?? "");
  const renderBody = compiled(content_path ?? key, body);
  return (data: EmailData): RenderedEmail => ({ subject: renderSubject(data), html: renderBody(data) });
}

const defaultBody = (title: string, linkText: string) =>
  `<h2>${title}</h2>\n<p><a href="{{ .ConfirmationURL }}">${linkText}</a></p>\n<p>{{ .Token }}</p>\n`;

/** Sent when `config.toml` names no template: a code and a link, similar to GoTrue's own. */
const DEFAULTS: Readonly<Record<string, { readonly subject: string; readonly body: string }>> = {
  confirmation: {
    subject: "Confirm your email address",
    body: defaultBody("Confirm your email address", "Confirm email address"),
  },
  magic_link: { subject: "Your sign-in link", body: defaultBody("Your sign-in link", "Sign in") },
  recovery: { subject: "Set a new password", body: defaultBody("Set a new password", "Continue") },
  reauthentication: {
    subject: "Your code for a change of your account",
    body: "<h2>Your code for a change of your account</h2>\n<p>{{ .Token }}</p>\n",
  },
  email_change: {
    subject: "Confirm your new email address",
    body: defaultBody("Confirm your new email address", "Confirm {{ .NewEmail }}"),
  },
};
