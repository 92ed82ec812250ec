/** The email about a sign-in on a new device. */
import * as z from "zod/mini";
import { CONFIRMATION_LANGUAGES, confirmationLanguage, fillText } from "../_shared/contracts/confirmationTexts.ts";
import { countryName, deviceOf } from "../_shared/contracts/userAgent.ts";
import { escapeHtml } from "../_shared/email/html.ts";
import type { RenderedEmail } from "../_shared/email/renderedEmail.ts";
import { BUTTON, PAGE, SOFT } from "../_shared/email/styles.ts";
import { NEW_DEVICE_TEXTS } from "./newDeviceTexts.ts";
import { noticeTime } from "./noticeTime.ts";

/** As `announce_session` and `record_sign_in` write it. */
const payloadSchema = z.object({
  at: z.iso.datetime({ offset: true }),
  /** The reader's choice. */
  time_zone: z.nullable(z.string()),
  user_agent: z.nullable(z.string()),
  /** Missing if the sign-in avoided the Worker. */
  country: z._default(z.nullable(z.string()), null),
});

/** Returns null if the payload does not fit. */
export function renderNewDevice(payload: unknown, locale: string, origin: string): RenderedEmail | null {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) return null;
  const { at, time_zone, user_agent, country } = parsed.data;
  const language = confirmationLanguage(locale);
  const { dir, tag } = CONFIRMATION_LANGUAGES[language];
  const texts = NEW_DEVICE_TEXTS[language];
  const { browser, system } = deviceOf(user_agent);
  const device =
    browser !== null && system !== null
      ? fillText(texts.device, { browser, system })
      : (browser ?? system ?? texts.unknownDevice);
  const facts = [device, countryName(country, tag) ?? texts.unknownPlace, noticeTime(new Date(at), tag, time_zone)];
  const link = `${origin}/settings/security`;
  const factLines = facts.map((fact) => `<li style="margin:4px 0;font-weight:600"><bdi>${escapeHtml(fact)}</bdi></li>`);
  const paragraph = (text: string) => `<p style="margin:0 0 12px">${escapeHtml(text)}</p>`;
  return {
    subject: texts.subject,
    text: [
      texts.subject,
      texts.about,
      facts.map((fact) => `- ${fact}`).join("\n"),
      texts.yours,
      texts.notYours,
      `${texts.view}: ${link}`,
      texts.reason,
    ].join("\n\n"),
    html: [
      `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>`,
      `<body style="margin:0;background:#f8f7f3;color:#121a2d"><div style="${PAGE}">`,
      `<p style="margin:0;font-weight:700">Parley</p><h1 style="margin:24px 0 8px;font-size:26px;line-height:32px">${escapeHtml(texts.subject)}</h1>`,
      `<p style="margin:0 0 12px;${SOFT}">${escapeHtml(texts.about)}</p>`,
      `<ul style="margin:0 0 20px;padding:0;list-style:none">${factLines.join("")}</ul>`,
      paragraph(texts.yours),
      paragraph(texts.notYours),
      `<p style="margin:20px 0 12px"><a href="${escapeHtml(link)}" style="${BUTTON}">${escapeHtml(texts.view)}</a></p>`,
      `<p style="margin:24px 0 0;${SOFT}">${escapeHtml(texts.reason)}</p></div></body></html>`,
    ].join(""),
  };
}
