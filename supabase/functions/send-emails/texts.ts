/** The texts of all emails of the outbox, in every UI language. Auth has its own in `supabase/templates`. */

interface EmailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** Locales of app/i18n. English is the fallback. */
export const EMAIL_LOCALES = ["en", "es", "ar"] as const;
export type EmailLocale = (typeof EMAIL_LOCALES)[number];

export const EMAIL_TEXTS = {
  test: {
    en: {
      subject: "Test email from Parley",
      paragraphs: ["This is a test.", "Parley can send emails."],
    },
    es: {
      subject: "Correo de prueba de Parley",
      paragraphs: ["Esto es una prueba.", "Parley puede enviar correos."],
    },
    ar: {
      subject: "رسالة تجريبية من Parley",
      paragraphs: ["هذه رسالة تجريبية.", "يمكن لـ Parley إرسال الرسائل."],
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<EmailLocale, EmailText>>>>;

export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Returns null for a template that does not exist. Renders the same email each time, as its idempotency key requires. */
export function renderEmail(template: string, locale: string): RenderedEmail | null {
  if (!isTemplate(template)) return null;
  const language = EMAIL_LOCALES.find((known) => known === locale.split("-")[0]) ?? "en";
  const { subject, paragraphs } = EMAIL_TEXTS[template][language];
  const direction = language === "ar" ? "rtl" : "ltr";
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join("");
  return {
    subject,
    html: `<!doctype html><html lang="${language}" dir="${direction}"><body>${body}</body></html>`,
    text: paragraphs.join("\n\n"),
  };
}

const isTemplate = (name: string): name is keyof typeof EMAIL_TEXTS => Object.hasOwn(EMAIL_TEXTS, name);

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/gu, (sign) => ENTITIES[sign] ?? sign);
