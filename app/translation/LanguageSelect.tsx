import type { SelectHTMLAttributes } from "react";
import { LANGUAGE_CODES, LANGUAGES, type Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { foldText } from "~/lib/foldText.ts";
import { Select } from "~/ui/Select.tsx";

/** Compares code points instead of using a locale: the order is the same on the server and in every browser. */
const sortKey = (code: Language) => foldText(LANGUAGES[code].name);
const SORTED_CODES = [...LANGUAGE_CODES].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));

interface LanguageSelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** Shown first: the browser's preferred languages and those of the call. */
  suggested: readonly Language[];
}

/** All languages by their own names, the suggested ones first. */
export function LanguageSelect({ suggested, ...rest }: LanguageSelectProps) {
  const t = useMessages();
  const likely = [...new Set(suggested)];
  return (
    <Select {...rest}>
      {likely.length > 0 && (
        <optgroup label={t("language.likely")}>
          <LanguageOptions codes={likely} />
        </optgroup>
      )}
      <optgroup label={t("language.all")}>
        <LanguageOptions codes={SORTED_CODES.filter((code) => !likely.includes(code))} />
      </optgroup>
    </Select>
  );
}

function LanguageOptions({ codes }: { codes: readonly Language[] }) {
  return codes.map((code) => (
    <option key={code} value={code} lang={code} dir={LANGUAGES[code].dir}>
      {LANGUAGES[code].name}
    </option>
  ));
}
