import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/index.tsx";
import { LanguageSelect } from "~/languages/index.ts";
import { errorText } from "~/ui/errors.tsx";
import { Field } from "~/ui/Field.tsx";
import type { LanguagesErrors, LanguagesValues, SaveOutcome } from "../view.ts";
import { SettingsForm } from "./SettingsForm.tsx";

interface LanguagesFormProps {
  values: LanguagesValues;
  errors: LanguagesErrors;
  outcome: SaveOutcome;
  /** Likely languages of this person. */
  likely: readonly Language[];
}

/** I speak, I read. Posts `speaks`, `reads`. */
export function LanguagesForm({ values, errors, outcome, likely }: LanguagesFormProps) {
  const t = useMessages();
  const said = (code: ErrorCode | undefined) => code && errorText(t, code);
  return (
    <SettingsForm
      title={t("settings.languages")}
      text={t("settings.languages.text")}
      error={errors.form}
      outcome={outcome}
    >
      <Field label={t("language.speaks")} error={said(errors.speaks)}>
        {(control) => <LanguageSelect {...control} name="speaks" defaultValue={values.speaks} likely={likely} />}
      </Field>
      <Field label={t("language.reads")} error={said(errors.reads)}>
        {(control) => <LanguageSelect {...control} name="reads" defaultValue={values.reads} likely={likely} />}
      </Field>
    </SettingsForm>
  );
}
