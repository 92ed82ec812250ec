/** The email that invites an address into a workspace. */
import * as z from "zod/mini";
import { confirmationLanguage, fillText } from "../_shared/contracts/confirmationTexts.ts";
import { renderNotice } from "../_shared/email/noticeEmail.ts";
import { participantText } from "../_shared/email/participantText.ts";
import type { RenderedEmail } from "../_shared/email/renderedEmail.ts";
import { INVITATION_TEXTS } from "./invitationTexts.ts";

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
  return renderNotice(language, {
    subject,
    about: texts.about,
    reason: texts.reason,
    link: { text: texts.accept, address: `${origin}/invitations/${token}` },
  });
}
