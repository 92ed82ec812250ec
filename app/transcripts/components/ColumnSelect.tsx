import { LANGUAGE_CODES, LANGUAGES, type Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Field } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";
import { readColumn } from "../columns.ts";
import type { Column } from "../core/line.ts";

interface ColumnSelectProps {
  label: string;
  value: Column | "none";
  languages: readonly Language[];
  /** Whether there may be nothing. */
  none?: boolean;
  /** Whether every other language may be asked for, which is then the name of these. */
  others?: string;
  onChange(column: Column | "none"): void;
}

export function ColumnSelect({ label, value, languages, none = false, others, onChange }: ColumnSelectProps) {
  const t = useMessages();
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(readColumn(target.value) ?? "none")}>
          {none && <option value="none">{t("transcript.none")}</option>}
          <option value="original">{t("transcript.original")}</option>
          {languages.map(option)}
          {others && (
            <optgroup label={others}>
              {LANGUAGE_CODES.filter((language) => !languages.includes(language)).map(option)}
            </optgroup>
          )}
        </Select>
      )}
    </Field>
  );
}

const option = (language: Language) => (
  <option key={language} value={language} lang={language}>
    {LANGUAGES[language].name}
  </option>
);
