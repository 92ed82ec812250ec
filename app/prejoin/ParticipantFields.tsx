import type { RefObject } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageFields } from "~/translation/LanguageFields.tsx";
import type { LanguageChoice } from "~/translation/languageGroups.ts";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import type { ParticipantFormErrors, ParticipantFormValues } from "./preJoinView.ts";

interface ParticipantFieldsProps {
  values: ParticipantFormValues;
  errors: ParticipantFormErrors;
  languageChoice: LanguageChoice;
  /** Ref of the name field. */
  nameInput?: RefObject<HTMLInputElement>;
  onNameChange?(name: string): void;
}

/** Fields of a form: name, "I speak", "I read" (`display_name`, `speaks`, `reads`). */
export function ParticipantFields({ values, errors, languageChoice, nameInput, onNameChange }: ParticipantFieldsProps) {
  const t = useMessages();
  return (
    <>
      <Field label={t("prejoin.name")} error={errors.name && errorText(t, errors.name)}>
        {(control) => (
          <TextInput
            {...control}
            ref={nameInput}
            name="display_name"
            // Uncontrolled, so that input before hydration stays.
            defaultValue={values.name}
            onChange={(event) => onNameChange?.(event.target.value)}
            autoComplete="name"
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3 *:min-w-0">
        <LanguageFields {...{ values, errors, languageChoice }} />
      </div>
    </>
  );
}
