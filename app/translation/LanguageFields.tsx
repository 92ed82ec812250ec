import type { ErrorCode } from "#contracts/errors.ts";
import type { Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { LanguageSelect } from "./LanguageSelect.tsx";
import type { LanguageChoice } from "./languageGroups.ts";

interface LanguageFieldsProps {
  values: { readonly speaks: Language; readonly reads: Language };
  errors: { readonly speaks?: ErrorCode; readonly reads?: ErrorCode };
  languageChoice: LanguageChoice;
}

const FIELDS = [
  { name: "speaks", side: "from" },
  { name: "reads", side: "to" },
] as const;

/** Fields of a form: "I speak", "I read" (`speaks`, `reads`). */
export function LanguageFields({ values, errors, languageChoice: { suggested, pairs } }: LanguageFieldsProps) {
  const t = useMessages();
  return FIELDS.map(({ name, side }) => {
    const error = errors[name];
    return (
      <Field key={name} label={t(`language.${name}`)} error={error && errorText(t, error)}>
        {(control) => (
          <LanguageSelect
            {...control}
            name={name}
            defaultValue={values[name]}
            suggested={suggested}
            translation={{ pairs, side }}
          />
        )}
      </Field>
    );
  });
}
