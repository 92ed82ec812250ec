import { useSyncExternalStore } from "react";
import type { MessageKey } from "~/i18n/generated/messages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { PermanentFailure } from "../core/columnTranslations.ts";
import { type MissingTranslationProps, OriginalDetails, STATE_CLASS, TranscriptText } from "../TranscriptText.tsx";

const FAILURE_MESSAGES = {
  "translate/unsupported-pair": "untranslated.pair",
  "translate/too-many-languages": "untranslated.full",
  "translate/off": "untranslated.off",
  "translate/device-only": "untranslated.off",
  "translate/unavailable": "transcript.missing",
} as const satisfies Record<PermanentFailure, MessageKey>;

/** Shows the browser's own translation, or the original with the state of the request. */
export function MissingTranslation({ line, language, backfill }: MissingTranslationProps) {
  const t = useMessages();
  const format = useFormatters();
  const get = () => backfill.missingTranslation(line, language);
  const missing = useSyncExternalStore(backfill.subscribe, get, get);
  const from = { language: format.languageName(line.language) };
  if (missing.kind === "on-device")
    return (
      <>
        <TranscriptText words={{ text: missing.text, language }} />
        <OriginalDetails line={line} label={t("untranslated.onDevice", from)} />
      </>
    );
  return (
    <>
      <TranscriptText words={line} />
      <p className={STATE_CLASS}>
        {missing.kind === "pending"
          ? t("untranslated.onItsWay", from)
          : t(missing.kind === "failed" ? FAILURE_MESSAGES[missing.reason] : "transcript.missing", from)}
      </p>
    </>
  );
}
