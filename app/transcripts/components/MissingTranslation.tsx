import { useSyncExternalStore } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { type MissingTranslationProps, OriginalDetails, STATE_CLASS, TranscriptText } from "../TranscriptText.tsx";

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
          : missing.kind === "failed" && missing.reason !== "translate/unavailable"
            ? t(missing.reason === "translate/unsupported-pair" ? "untranslated.pair" : "untranslated.full", from)
            : t("transcript.missing", from)}
      </p>
    </>
  );
}
