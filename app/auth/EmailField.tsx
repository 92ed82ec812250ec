import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";

interface EmailFieldProps {
  label?: string;
  /** Submitted value, shown again after an error. */
  email: string;
  error: ErrorCode | undefined;
  /** The first character of the submitted address that no address contains. */
  wrongCharacter: string | null;
  /** `username`: password managers fill it in along with the password. */
  autoComplete?: "email" | "username";
  autoFocus?: boolean;
  /** Whether the browser may offer passkeys in the field. */
  withPasskeys?: boolean;
}

/** The field `mail`. It shows `mail/malformed` itself. */
export function EmailField(props: EmailFieldProps) {
  const {
    label,
    email,
    error,
    wrongCharacter: character,
    autoComplete = "email",
    autoFocus = false,
    withPasskeys = false,
  } = props;
  const t = useMessages();
  return (
    <Field
      label={label ?? t("sign-in.mail")}
      error={
        error === "mail/malformed" &&
        (character === null ? errorText(t, error) : t("sign-in.mailCharacter", { character }))
      }
    >
      {(control) => (
        <TextInput
          {...control}
          // Not `email`: browsers change and reject such input each in its own way.
          type="text"
          inputMode="email"
          name="mail"
          // Uncontrolled, so that input before hydration stays.
          defaultValue={email}
          dir="ltr"
          autoComplete={withPasskeys ? `${autoComplete} webauthn` : autoComplete}
          autoFocus={autoFocus}
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="send"
          className="min-h-control-l"
        />
      )}
    </Field>
  );
}
