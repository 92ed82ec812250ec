/** The email about a passkey that was added or removed. */
import * as z from "zod/mini";
import { CONFIRMATION_LANGUAGES, confirmationLanguage, fillText } from "../_shared/contracts/confirmationTexts.ts";
import { time } from "../_shared/contracts/time.ts";
import { renderNotice } from "../_shared/email/noticeEmail.ts";
import { participantText } from "../_shared/email/participantText.ts";
import type { RenderedEmail } from "../_shared/email/renderedEmail.ts";
import { noticeTime } from "./noticeTime.ts";
import { PASSKEY_TEXTS } from "./passkeyTexts.ts";

/** As `announce_passkey` writes it. `name`: from the owner or from Auth. */
const payloadSchema = z.object({
  at: time,
  time_zone: z.nullable(z.string()),
  is_added: z.boolean(),
  name: participantText,
});

/** Returns null if the payload does not fit. */
export function renderPasskeyChanged(payload: unknown, locale: string, origin: string): RenderedEmail | null {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) return null;
  const { at, time_zone, is_added, name } = parsed.data;
  const language = confirmationLanguage(locale);
  const texts = PASSKEY_TEXTS[language];
  const about = fillText(is_added ? texts.addedAbout : texts.removedAbout, {
    name: name.trim() || texts.unnamed,
    time: noticeTime(new Date(at), CONFIRMATION_LANGUAGES[language].tag, time_zone),
  });
  return renderNotice(language, {
    subject: is_added ? texts.added : texts.removed,
    about: [about, texts.yours, texts.notYours].join(" "),
    link: { text: texts.view, address: `${origin}/settings/security` },
    reason: texts.reason,
  });
}
