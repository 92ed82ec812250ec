/** Emails with a code, a link with the same effect, or both. */
import type { CodeData, HookUser } from "../_shared/contracts/authHooks.ts";
import { CONFIRMATION_LANGUAGES, type ConfirmationLanguage, fillText } from "../_shared/contracts/confirmationTexts.ts";
import { escapeHtml } from "../_shared/email/html.ts";
import { leftToRight, participantText } from "../_shared/email/participantText.ts";
import type { RenderedEmail } from "../_shared/email/renderedEmail.ts";
import { MAIN_BUTTON, PAGE, SOFT } from "../_shared/email/styles.ts";
import type { AddressedEmail } from "./addressedEmail.ts";
import { CODE_TEXTS } from "./codeTexts.ts";

/** The letters between the digits are equally wide in every font that mail programs have. */
const CODE =
  "margin:0 0 20px;padding:16px 8px;border-radius:10px;background:#f2efea;text-align:center;font:600 36px/44px ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;unicode-bidi:isolate";

interface Link {
  /** Null: the text above says what the link does. */
  readonly instead: string | null;
  readonly button: string;
  readonly address: string;
}

interface CodeEmail {
  readonly subject: string;
  readonly heading: string;
  readonly about: string;
  /** Null: the email has a link only. */
  readonly code: string | null;
  /** Null: the email has a code only. */
  readonly link: Link | null;
  /** Small print. */
  readonly notes: readonly string[];
}

/** Returns the emails of an action: two if an address change has to be confirmed at both addresses, none without an address. */
export function renderCodeEmails(
  user: HookUser,
  data: CodeData,
  language: ConfirmationLanguage,
  origin: string | null,
): AddressedEmail[] {
  const texts = CODE_TEXTS[language];
  const action = data.email_action_type;
  const { token, token_hash, token_new, token_hash_new, redirect_to } = data;
  const subjectOf = (code: string) => fillText(texts.subject, { code });
  const toUser = (email: CodeEmail): AddressedEmail[] =>
    user.email ? [{ to: user.email, key: action, email: layout(language, email) }] : [];
  switch (action) {
    case "signup":
    case "magiclink":
    case "recovery": {
      const own = action === "recovery" ? texts.recovery : texts.signIn;
      const link = linkOf(own, action === "recovery" ? "recovery" : "email");
      return toUser({
        ...{ subject: subjectOf(token), heading: own.heading, about: texts.enter, code: token, link },
        notes: [link === null ? texts.validCode : texts.valid, `${own.unexpected} ${texts.secret}`],
      });
    }
    case "invite": {
      const { heading, unexpected, instead } = texts.invite;
      const link = linkOf(texts.invite, "invite");
      if (link === null) return [];
      return toUser({
        // Nobody waits on a page for the code of an invitation.
        ...{ subject: heading, heading, about: instead, code: null },
        ...{ link: { ...link, instead: null }, notes: [unexpected] },
      });
    }
    case "email_change": {
      if (!user.new_email) return [];
      const both = Boolean(token_new && token_hash_new);
      const newEmail = { to: user.new_email, key: "new", email: changeEmail(both ? token_new : token, both) };
      return both && user.email
        ? [{ to: user.email, key: "current", email: changeEmail(token, both) }, newEmail]
        : [newEmail];
    }
    case "reauthentication": {
      const { heading, unexpected } = texts.reauthentication;
      return toUser({
        ...{ subject: subjectOf(token), heading, about: texts.enter, code: token, link: null },
        notes: [texts.validCode, `${unexpected} ${texts.secret}`],
      });
    }
    default:
      return action satisfies never;
  }

  /** `mail` is the address that `/auth/confirm` names. Auth has checked `redirect_to`. */
  function linkOf(own: Pick<Link, "instead" | "button">, type: string): Link | null {
    if (origin === null) return null;
    const query = new URLSearchParams({ token_hash, type, mail: user.email ?? "", next: redirect_to });
    return { instead: own.instead, button: own.button, address: `${origin}/auth/confirm?${query}` };
  }

  /** Has no link: `/auth/confirm` rejects those of an address change (docs/decisions/006). */
  function changeEmail(code: string | undefined, both: boolean): RenderedEmail {
    const { heading, about, unexpected, both: bothText } = texts.emailChange;
    const change = fillText(about, { address: leftToRight(participantText.parse(user.new_email)) });
    return layout(language, {
      ...{ subject: subjectOf(code ?? ""), heading, code: code ?? "", link: null },
      about: [change, texts.enter, ...(both ? [bothText] : [])].join(" "),
      notes: [texts.validCode, `${unexpected} ${texts.secret}`],
    });
  }
}

function layout(
  language: ConfirmationLanguage,
  { subject, heading, about, code, link, notes }: CodeEmail,
): RenderedEmail {
  const { dir } = CONFIRMATION_LANGUAGES[language];
  const paragraphs = [
    heading,
    about,
    code,
    link === null ? null : [link.instead, link.address].filter((part) => part !== null).join("\n"),
    ...notes,
  ];
  return {
    subject,
    text: paragraphs.filter((part) => part !== null).join("\n\n"),
    html: [
      `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>`,
      `<body style="margin:0;background:#f8f7f3;color:#121a2d"><div role="main" style="${PAGE}">`,
      `<p style="margin:0;font-weight:700">Parley</p><h1 style="margin:24px 0 8px;font-size:26px;line-height:32px">${escapeHtml(heading)}</h1>`,
      `<p style="margin:0 0 20px;${SOFT}">${escapeHtml(about)}</p>`,
      code === null ? "" : `<p dir="ltr" style="${CODE}">${escapeHtml(code)}</p>`,
      link === null ? "" : linkHtml(link),
      notes.map((note) => `<p style="margin:12px 0 0;${SOFT}">${escapeHtml(note)}</p>`).join(""),
      "</div></body></html>",
    ].join(""),
  };
}

const linkHtml = ({ instead, button, address }: Link): string =>
  [
    instead === null ? "" : `<p style="margin:0 0 12px;${SOFT}">${escapeHtml(instead)}</p>`,
    `<p style="margin:12px 0 20px"><a href="${escapeHtml(address)}" style="${MAIN_BUTTON}">${escapeHtml(button)}</a></p>`,
  ].join("");
