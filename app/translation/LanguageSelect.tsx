import type { SelectHTMLAttributes } from "react";
import { LANGUAGE_CODES, LANGUAGES, type Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Select } from "~/ui/Select.tsx";

/** By the code points of the name without its marks: the same order on the server and in every browser. */
const sortKey = (code: Language) => LANGUAGES[code].name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const SORTED_CODES = [...LANGUAGE_CODES].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));

interface LanguageSelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** Shown first: what the browser asks for, what is spoken inside. */
  suggested: readonly Language[];
}

/** All languages by their own names, the likely ones first. */
export function LanguageSelect({ suggested, ...rest }: LanguageSelectProps) {
  const t = useMessages();
  const first = [...new Set(suggested)];
  return (
    <Select {...rest}>
      {first.length > 0 && (
        <optgroup label={t("language.likely")}>
          <LanguageOptions codes={first} />
        </optgroup>
      )}
      <optgroup label={t("language.all")}>
        <LanguageOptions codes={SORTED_CODES.filter((code) => !first.includes(code))} />
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
