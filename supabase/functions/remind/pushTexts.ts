/** The texts of reminders by Web Push, in all languages that the interface is to have. */
import type { ConfirmationLanguage } from "../_shared/contracts/confirmationTexts.ts";

interface PushTexts {
  /** Reminders of `{title}`, a day and some minutes before. */
  readonly day: string;
  readonly soon: string;
}

export const PUSH_TEXTS: Readonly<Record<ConfirmationLanguage, PushTexts>> = {
  en: { day: "Reminder: {title}", soon: "Starts soon: {title}" },
  es: { day: "Recordatorio: {title}", soon: "Empieza pronto: {title}" },
  ar: { day: "تذكير: {title}", soon: "يبدأ قريبًا: {title}" },
  fr: { day: "Rappel : {title}", soon: "Commence bientôt : {title}" },
  de: { day: "Erinnerung: {title}", soon: "Beginnt gleich: {title}" },
  pt: { day: "Lembrete: {title}", soon: "Começa em breve: {title}" },
  uk: { day: "Нагадування: {title}", soon: "Скоро почнеться: {title}" },
  hi: { day: "याद दिलाना: {title}", soon: "जल्द शुरू होगी: {title}" },
  zh: { day: "提醒：{title}", soon: "即将开始：{title}" },
  ja: { day: "リマインダー：{title}", soon: "まもなく開始：{title}" },
};
