/** The email that invites an address into a workspace. */
import * as z from "zod/mini";
import { CONFIRMATION_LANGUAGES, confirmationLanguage, fillText } from "../_shared/contracts/confirmationTexts.ts";
import { escapeHtml } from "./html.ts";
import { INVITATION_TEXTS } from "./invitationTexts.ts";
import { participantText } from "./participantText.ts";
import type { RenderedEmail } from "./renderedEmail.ts";
import { BUTTON, PAGE, SOFT } from "./styles.ts";

/** As `send_invitation` writes it. */
const payloadSchema = z.object({
  token: z.string().check(z.regex(/^[0-9a-f]{64}$/u)),
  workspace: participantText,
  /** Null if the inviter has no name. */
  inviter: z.nullable(participantText),
});

/** Returns null if the payload does not fit. */
export function renderInvitation(payload: unknown, locale: string, origin: string): RenderedEmail | null {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) return null;
  const { token, workspace, inviter } = parsed.data;
  const language = confirmationLanguage(locale);
  const texts = INVITATION_TEXTS[language];
  const subject =
    inviter === null ? fillText(texts.nameless, { workspace }) : fillText(texts.subject, { workspace, name: inviter });
  const link = `${origin}/invitations/${token}`;
  return {
    subject,
    text: [subject, texts.about, `${texts.accept}: ${link}`, texts.reason].join("\n\n"),
    html: [
      `<!doctype html><html lang="${language}" dir="${CONFIRMATION_LANGUAGES[language].dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>`,
      `<body style="margin:0;background:#f8f7f3;color:#121a2d"><div style="${PAGE}">`,
      `<p style="margin:0;font-weight:700">Parley</p><h1 style="margin:24px 0 8px;font-size:26px;line-height:32px">${escapeHtml(subject)}</h1>`,
      `<p style="margin:0 0 20px;${SOFT}">${escapeHtml(texts.about)}</p>`,
      `<p style="margin:12px 0"><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(texts.accept)}</a></p>`,
      `<p style="margin:24px 0 0;${SOFT}">${escapeHtml(texts.reason)}</p></div></body></html>`,
    ].join(""),
  };
}
