import type { ReactNode } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { type AddressKind, isAddressError } from "./addressKind.ts";

const LABELS = { email: "sign-in.mail", phone: "sign-in.phone", both: "sign-in.mailOrPhone" } as const;

interface EmailFieldProps {
  label?: string;
  accepts?: AddressKind;
  /** Submitted value, shown again after an error. */
  email: string;
  error: ErrorCode | undefined;
  /** The first character of the submitted address that no address contains. */
  wrongCharacter: string | null;
  hint?: string | false;
  /** Shown instead of `error`. */
  problem?: ReactNode;
  /** `username`: password managers fill it in along with the password. */
  autoComplete?: "email" | "tel" | "username";
  autoFocus?: boolean;
  /** Whether the browser may offer passkeys in the field. */
  withPasskeys?: boolean;
}

/** The field `mail`. It shows `mail/malformed` and `phone/malformed` itself. */
export function EmailField(props: EmailFieldProps) {
  const {
    label,
    accepts = "email",
    email,
    error,
    wrongCharacter: character,
    hint,
    problem,
    autoComplete = "email",
    autoFocus = false,
    withPasskeys = false,
  } = props;
  const t = useMessages();
  const isCharacterError = error === "mail/malformed" && character !== null;
  return (
    <Field
      label={label ?? t(LABELS[accepts])}
      hint={hint}
      error={
        problem ||
        (isCharacterError
          ? t("sign-in.mailCharacter", { character })
          : error !== undefined && isAddressError(error) && errorText(t, error))
      }
    >
      {(control) => (
        <TextInput
          {...control}
          // Not `email`: browsers change and reject such input each in its own way.
          type="text"
          inputMode={accepts === "phone" ? "tel" : "email"}
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
