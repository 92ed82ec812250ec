import { type ConfirmationLanguage, fillText } from "../_shared/contracts/confirmationTexts.ts";
import { CODE_TEXTS } from "./codeTexts.ts";

/**
 * Returns a text that fits into one SMS in most languages. Its last line binds the code to Parley's pages: browsers offer the
 * code there and nowhere else (https://wicg.github.io/sms-one-time-codes/).
 */
export function renderSms(code: string, language: ConfirmationLanguage, origin: string | null): string {
  const text = fillText(CODE_TEXTS[language].subject, { code });
  return origin === null ? text : `${text}\n\n@${new URL(origin).hostname} #${code}`;
}
