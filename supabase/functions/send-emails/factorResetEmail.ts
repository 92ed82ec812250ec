/** The email that asks an admin to reset the second factor of a member. */
import * as z from "zod/mini";
import { confirmationLanguage, fillText } from "../_shared/contracts/confirmationTexts.ts";
import { renderNotice } from "../_shared/email/noticeEmail.ts";
import { leftToRight, participantText } from "../_shared/email/participantText.ts";
import type { RenderedEmail } from "../_shared/email/renderedEmail.ts";
import { FACTOR_RESET_TEXTS } from "./factorResetTexts.ts";

/** As `request_factor_reset` writes it. */
const payloadSchema = z.object({
  workspace_id: z.guid(),
  workspace: participantText,
  /** Null if the member has no name. */
  name: z.nullable(participantText),
  address: participantText,
});

/** Returns null if the payload does not fit. */
export function renderFactorReset(payload: unknown, locale: string, origin: string): RenderedEmail | null {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) return null;
  const { workspace_id, workspace, name, address } = parsed.data;
  const language = confirmationLanguage(locale);
  const texts = FACTOR_RESET_TEXTS[language];
  const values = { workspace, name: name ?? leftToRight(address), address: leftToRight(address) };
  return renderNotice(language, {
    subject: fillText(texts.subject, values),
    about: fillText(texts.about, values),
    link: {
      text: texts.view,
      address: `${origin}/settings/members?${new URLSearchParams({ workspace: workspace_id })}`,
    },
    reason: texts.reason,
  });
}
