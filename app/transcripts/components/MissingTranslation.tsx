import { useSyncExternalStore } from "react";
import type { Language } from "#contracts/languages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { TranslationBackfill } from "../core/translationBackfill.ts";
import { OriginalDetails, TranscriptText } from "../TranscriptText.tsx";
import type { TranscriptLine } from "../transcriptLine.ts";

export interface MissingTranslationProps {
  line: TranscriptLine;
  /** Into which there is no translation. */
  language: Language;
  backfill: TranslationBackfill;
}

/** In place of a translation the words as they were said, with what becomes of it; or what this browser makes of them. */
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
      <p className="text-13 leading-snug text-ink-soft">
        {missing.kind === "on-its-way"
          ? t("untranslated.onItsWay", from)
          : missing.kind === "never" && missing.reason !== "translate/unavailable"
            ? t(missing.reason === "translate/unsupported-pair" ? "untranslated.pair" : "untranslated.full", from)
            : t("transcript.missing", from)}
      </p>
    </>
  );
}
