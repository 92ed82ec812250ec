import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageFields } from "~/translation/LanguageFields.tsx";
import type { LanguageChoice } from "~/translation/languageGroups.ts";
import { SettingsForm } from "./SettingsForm.tsx";
import type { LanguagesErrors, LanguagesValues, SaveOutcome } from "./settingsView.ts";

interface LanguagesFormProps {
  values: LanguagesValues;
  errors: LanguagesErrors;
  outcome: SaveOutcome;
  languageChoice: LanguageChoice;
}

/** The form "I speak, I read". Posts `speaks`, `reads`. */
export function LanguagesForm({ values, errors, outcome, languageChoice }: LanguagesFormProps) {
  const t = useMessages();
  return (
    <SettingsForm
      title={t("settings.languages")}
      text={t("settings.languages.text")}
      error={errors.form}
      outcome={outcome}
    >
      <LanguageFields {...{ values, errors, languageChoice }} />
    </SettingsForm>
  );
}
