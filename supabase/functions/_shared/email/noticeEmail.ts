/** The layout of emails with one link at most: invitations, deletions, changes of an account. */
import { CONFIRMATION_LANGUAGES, type ConfirmationLanguage } from "../contracts/confirmationTexts.ts";
import { escapeHtml } from "./html.ts";
import type { RenderedEmail } from "./renderedEmail.ts";
import { BUTTON, PAGE, SOFT } from "./styles.ts";

interface Notice {
  readonly subject: string;
  readonly about: string;
  /** Null if the operator has not configured the address of Parley's pages. */
  readonly link: { readonly text: string; readonly address: string } | null;
  readonly reason: string;
}

export function renderNotice(language: ConfirmationLanguage, { subject, about, link, reason }: Notice): RenderedEmail {
  return {
    subject,
    text: [subject, about, link === null ? null : `${link.text}: ${link.address}`, reason]
      .filter((part) => part !== null)
      .join("\n\n"),
    html: [
      `<!doctype html><html lang="${language}" dir="${CONFIRMATION_LANGUAGES[language].dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>`,
      `<body style="margin:0;background:#f8f7f3;color:#121a2d"><div role="main" style="${PAGE}">`,
      `<p style="margin:0;font-weight:700">Parley</p><h1 style="margin:24px 0 8px;font-size:26px;line-height:32px">${escapeHtml(subject)}</h1>`,
      `<p style="margin:0 0 20px;${SOFT}">${escapeHtml(about)}</p>`,
      link === null
        ? ""
        : `<p style="margin:12px 0"><a href="${escapeHtml(link.address)}" style="${BUTTON}">${escapeHtml(link.text)}</a></p>`,
      `<p style="margin:24px 0 0;${SOFT}">${escapeHtml(reason)}</p></div></body></html>`,
    ].join(""),
  };
}
