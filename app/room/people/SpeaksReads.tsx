import type { Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageName } from "~/translation/LanguageName.tsx";

/** "Speaks Español, reads English", each in its own script. One language is named once. */
export function SpeaksReads({ speaks, reads }: { speaks: Language; reads: Language }) {
  const t = useMessages();
  if (speaks === reads) return t.rich("people.speaksAndReads", { language: <LanguageName code={reads} /> });
  return t.rich("people.speaksReads", {
    speaks: <LanguageName code={speaks} />,
    reads: <LanguageName code={reads} />,
  });
}
