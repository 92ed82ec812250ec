import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { PasswordInput } from "~/ui/PasswordInput.tsx";

/** Whether the field shows this error itself. */
export const isNewPasswordError = (error: ErrorCode): boolean => error.startsWith("password/");

interface NewPasswordFieldProps {
  label: string;
  error: ErrorCode | null | undefined;
  autoFocus?: boolean;
}

/** The field `password` for a new one. */
export function NewPasswordField({ label, error, autoFocus = false }: NewPasswordFieldProps) {
  const t = useMessages();
  return (
    <Field label={label} hint={t("password.hint")} error={error && isNewPasswordError(error) && errorText(t, error)}>
      {(control) => (
        <PasswordInput
          control={control}
          name="password"
          autoComplete="new-password"
          showLabel={t("sign-in.password.show")}
          autoFocus={autoFocus}
        />
      )}
    </Field>
  );
}
