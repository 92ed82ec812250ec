/** The email about a new password. */
import * as z from "zod/mini";
import { CONFIRMATION_LANGUAGES, confirmationLanguage, fillText } from "../_shared/contracts/confirmationTexts.ts";
import { time } from "../_shared/contracts/time.ts";
import { renderNotice } from "../_shared/email/noticeEmail.ts";
import type { RenderedEmail } from "../_shared/email/renderedEmail.ts";
import { noticeTime } from "./noticeTime.ts";
import { PASSWORD_TEXTS } from "./passwordTexts.ts";

/** As `announce_password` writes it. `is_first`: the account had none before. */
const payloadSchema = z.object({ at: time, time_zone: z.nullable(z.string()), is_first: z.boolean() });

/** Returns null if the payload does not fit. */
export function renderPasswordChanged(payload: unknown, locale: string, origin: string): RenderedEmail | null {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) return null;
  const { at, time_zone, is_first } = parsed.data;
  const language = confirmationLanguage(locale);
  const texts = PASSWORD_TEXTS[language];
  const about = fillText(texts.about, {
    time: noticeTime(new Date(at), CONFIRMATION_LANGUAGES[language].tag, time_zone),
  });
  return renderNotice(language, {
    subject: is_first ? texts.first : texts.changed,
    about: [about, texts.yours, texts.notYours].join(" "),
    link: { text: texts.view, address: `${origin}/settings/security` },
    reason: texts.reason,
  });
}
