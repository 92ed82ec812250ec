import { useSyncExternalStore } from "react";
import type { Language } from "#contracts/languages.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import type { Filling } from "../core/filling.ts";
import type { TranscriptLine } from "../core/line.ts";
import { Original, Written } from "./Words.tsx";

export interface MissingProps {
  line: TranscriptLine;
  /** Into which there is no translation. */
  language: Language;
  filling: Filling;
}

/** In place of a translation the words as they were said, with what becomes of it; or what this browser makes of them. */
export function Missing({ line, language, filling }: MissingProps) {
  const t = useMessages();
  const format = useFormat();
  const get = () => filling.instead(line, language);
  const instead = useSyncExternalStore(filling.subscribe, get, get);
  const from = { language: format.languageName(line.language) };
  if (instead.kind === "on-device")
    return (
      <>
        <Written words={{ text: instead.text, language }} />
        <Original line={line} label={t("untranslated.onDevice", from)} />
      </>
    );
  return (
    <>
      <Written words={line} />
      <p className="text-13 leading-snug text-ink-soft">
        {instead.kind === "on-its-way"
          ? t("untranslated.onItsWay", from)
          : instead.kind === "never" && instead.reason !== "translate/unavailable"
            ? t(instead.reason === "translate/unsupported-pair" ? "untranslated.pair" : "untranslated.full", from)
            : t("transcript.missing", from)}
      </p>
    </>
  );
}
