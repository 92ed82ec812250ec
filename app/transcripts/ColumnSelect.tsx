import { LANGUAGE_CODES, LANGUAGES, type Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Field } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";
import { parseColumn } from "./transcriptColumns.ts";
import type { TranscriptColumn } from "./transcriptLine.ts";

interface ColumnSelectProps {
  label: string;
  value: TranscriptColumn | "none";
  languages: readonly Language[];
  allowNone?: boolean;
  /** Offers all other languages in a group with this label. */
  otherLanguagesLabel?: string;
  onChange(column: TranscriptColumn | "none"): void;
}

export function ColumnSelect({
  label,
  value,
  languages,
  allowNone = false,
  otherLanguagesLabel,
  onChange,
}: ColumnSelectProps) {
  const t = useMessages();
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(parseColumn(target.value) ?? "none")}>
          {allowNone && <option value="none">{t("transcript.none")}</option>}
          <option value="original">{t("transcript.original")}</option>
          {languages.map(languageOption)}
          {otherLanguagesLabel && (
            <optgroup label={otherLanguagesLabel}>
              {LANGUAGE_CODES.filter((language) => !languages.includes(language)).map(languageOption)}
            </optgroup>
          )}
        </Select>
      )}
    </Field>
  );
}

const languageOption = (language: Language) => (
  <option key={language} value={language} lang={language}>
    {LANGUAGES[language].name}
  </option>
);
