import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageSelect } from "~/translation/LanguageSelect.tsx";
import type { LanguageChoice } from "~/translation/languageGroups.ts";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { SettingsForm } from "./components/SettingsForm.tsx";
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
  const { suggested, pairs } = languageChoice;
  const errorMessage = (code: ErrorCode | undefined) => code && errorText(t, code);
  return (
    <SettingsForm
      title={t("settings.languages")}
      text={t("settings.languages.text")}
      error={errors.form}
      outcome={outcome}
    >
      <Field label={t("language.speaks")} error={errorMessage(errors.speaks)}>
        {(control) => (
          <LanguageSelect
            {...control}
            name="speaks"
            defaultValue={values.speaks}
            suggested={suggested}
            translation={{ pairs, side: "from" }}
          />
        )}
      </Field>
      <Field label={t("language.reads")} error={errorMessage(errors.reads)}>
        {(control) => (
          <LanguageSelect
            {...control}
            name="reads"
            defaultValue={values.reads}
            suggested={suggested}
            translation={{ pairs, side: "to" }}
          />
        )}
      </Field>
    </SettingsForm>
  );
}
