import type { MessageKey } from "~/i18n/generated/messages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { TranslationFailureReason } from "./resolveTranslation.ts";

const REASON_MESSAGES = {
  "translate/unavailable": "chat.reason.unavailable",
  "translate/unsupported-pair": "chat.reason.pair",
  "translate/quota": "chat.reason.quota",
  "translate/not-kept": "chat.reason.notKept",
  "translate/off": "chat.reason.off",
  "translate/device-only": "chat.reason.deviceOnly",
} as const satisfies Record<TranslationFailureReason, MessageKey>;

/** Returns a function that explains a missing translation. A used-up quota returns by midnight UTC. */
export function useTranslationFailureText(): (reason: TranslationFailureReason) => string {
  const t = useMessages();
  const format = useFormatters();
  return (reason) => {
    if (reason !== "translate/quota") return t(REASON_MESSAGES[reason]);
    const now = new Date();
    return t(REASON_MESSAGES[reason], {
      time: format.time(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)),
    });
  };
}
