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
  /** For a row of tools: the label is for screen readers. */
  compact?: boolean;
  onChange(column: TranscriptColumn | "none"): void;
}

export function ColumnSelect({
  label,
  value,
  languages,
  allowNone = false,
  otherLanguagesLabel,
  compact = false,
  onChange,
}: ColumnSelectProps) {
  const t = useMessages();
  return (
    <Field label={label} labelHidden={compact}>
      {(control) => (
        <Select
          {...control}
          value={value}
          title={compact ? label : undefined}
          className={compact ? "max-[48rem]:ps-2! max-[48rem]:pe-8!" : undefined}
          onChange={({ target }) => onChange(parseColumn(target.value) ?? "none")}
        >
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
