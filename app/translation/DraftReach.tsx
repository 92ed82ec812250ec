import { groupReaders, type LanguagePairs, type Reader, translatesAnything } from "#contracts/languagePairs.ts";
import type { Language } from "#contracts/languages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageName } from "./LanguageName.tsx";

interface DraftReachProps {
  readers: readonly Reader[];
  /** The language of the draft. */
  from: Language;
  pairs: LanguagePairs;
}

/** "Read in Español and Français · No translation into Deutsch". Empty if everybody reads the draft's language. */
export function DraftReach({ readers, from, pairs }: DraftReachProps) {
  const t = useMessages();
  const { languages, gaps } = groupReaders(pairs, from, readers);
  return (
    <>
      {gaps.length > 0 && !translatesAnything(pairs) && `${t("chat.asWritten")} `}
      {languages.length > 0 && t.rich("chat.readIn", { languages: <LanguageList codes={languages} /> })}
      {languages.length > 0 && gaps.length > 0 && " · "}
      {gaps.length > 0 && t.rich("chat.noTranslationInto", { languages: <LanguageList codes={gaps} /> })}
    </>
  );
}

function LanguageList({ codes }: { codes: readonly Language[] }) {
  const format = useFormatters();
  return format.listParts(codes.length, "sentence").map((part) => {
    if (typeof part === "string") return part;
    const code = codes[part];
    return code && <LanguageName key={code} code={code} />;
  });
}
