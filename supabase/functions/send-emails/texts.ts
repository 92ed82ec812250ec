/**
 * The texts of the emails of the outbox, in every UI language. Those of confirmations are in
 * contracts/confirmationTexts.ts, those of invitations, new devices, deletions and planned meetings in invitationTexts.ts,
 * newDeviceTexts.ts, deletionTexts.ts and planTexts.ts, and Auth has its own in `supabase/templates`.
 */

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
