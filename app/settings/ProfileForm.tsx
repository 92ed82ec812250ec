import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LOCALE_CODES, LOCALES } from "~/i18n/locales.ts";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { ThemeChoice } from "./components/ThemeChoice.tsx";
import { TimeZoneSelect } from "./components/TimeZoneSelect.tsx";
import { SettingsForm } from "./SettingsForm.tsx";
import type { MessageLanguage, ProfileErrors, ProfileValues, SaveOutcome } from "./settingsView.ts";

/**
 * Longer input is rejected in the browser: it is no name, even with invisible characters, and the request may be too
 * large. UTF-16 units.
 */
const MAX_SENT_NAME_LENGTH = 100 * LIMITS.displayName.max;

interface ProfileFormProps {
  /** The field of the picture, which is stored at once. */
  picture: ReactNode;
  email: string | null;
  /** Stored values, or submitted values that were rejected. */
  values: ProfileValues;
  errors: ProfileErrors;
  outcome: SaveOutcome;
  /** IANA names. */
  timeZones: readonly string[];
  messageLanguages: readonly MessageLanguage[];
}

/** Name, languages, time zone, theme, emails. */
export function ProfileForm({
  picture,
  email,
  values,
  errors,
  outcome,
  timeZones,
  messageLanguages,
}: ProfileFormProps) {
  const t = useMessages();
  const nameInput = useRef<HTMLInputElement>(null);
  // The server removes invisible characters from a name, so the stored name is shown.
  useEffect(() => {
    if (outcome?.saved && nameInput.current) nameInput.current.value = values.name;
  }, [outcome, values.name]);
  const [nameTooLong, setNameTooLong] = useState(false);
  const rejectTooLongName = (event: FormEvent) => {
    const field = nameInput.current;
    const tooLong = field !== null && field.value.length > MAX_SENT_NAME_LENGTH;
    setNameTooLong(tooLong);
    if (!tooLong) return;
    event.preventDefault();
    field.focus();
  };
  const errorMessage = (code: ErrorCode | undefined) => code && errorText(t, code);
  return (
    <SettingsForm
      title={t("settings.profile")}
      text={t("settings.profile.text")}
      error={errors.form}
      outcome={outcome}
      onSubmit={rejectTooLongName}
    >
      {picture}
      <Field label={t("settings.name")} error={errorMessage(nameTooLong ? "name/too-long" : errors.name)}>
        {(control) => (
          // Uncontrolled, so that input before hydration stays.
          <TextInput {...control} ref={nameInput} name="display_name" defaultValue={values.name} autoComplete="name" />
        )}
      </Field>
      <div className="grid gap-1.5">
        <p className="text-14 font-strong">{t("settings.mail")}</p>
        <p className="wrap-anywhere">
          <bdi>{email}</bdi>
        </p>
        <p className="text-13 text-ink-soft">{t("settings.mail.hint")}</p>
      </div>
      <Field label={t("locale.choose")} error={errorMessage(errors.locale)}>
        {(control) => (
          <Select {...control} name="ui_locale" defaultValue={values.locale}>
            {LOCALE_CODES.map((code) => (
              <option key={code} value={code} lang={code} dir={LOCALES[code].dir}>
                {LOCALES[code].name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("settings.messages")} error={errorMessage(errors.messageLanguage)}>
        {(control) => (
          <Select {...control} name="message_language" defaultValue={values.messageLanguage}>
            {messageLanguages.map(({ code, name, dir }) => (
              <option key={code} value={code} lang={code} dir={dir}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t("settings.timeZone")} hint={t("settings.timeZone.hint")} error={errorMessage(errors.timeZone)}>
        {(control) => <TimeZoneSelect control={control} chosen={values.timeZone} all={timeZones} />}
      </Field>
      <ThemeChoice chosen={values.theme} />
      <EmailsCheckbox checked={values.emails} />
    </SettingsForm>
  );
}

function EmailsCheckbox({ checked }: { checked: boolean }) {
  const t = useMessages();
  const hint = useId();
  return (
    <div className="grid gap-0.5">
      <label className="flex min-h-control-s cursor-pointer items-center gap-2.5 leading-snug font-strong">
        <input
          type="checkbox"
          name="confirmation_emails"
          defaultChecked={checked}
          aria-describedby={hint}
          className="size-4.5 flex-none accent-accent"
        />
        {t("settings.emails")}
      </label>
      <p id={hint} className="text-13 text-pretty text-ink-soft">
        {t("settings.emails.hint")}
      </p>
    </div>
  );
}
