import type { RefObject } from "react";
import type { Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/index.tsx";
import { LanguageSelect } from "~/languages/index.ts";
import { errorText } from "~/ui/errors.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import type { DoorErrors, DoorValues } from "../view.ts";

interface PersonFieldsProps {
  values: DoorValues;
  errors: DoorErrors;
  /** Likely languages of this person. */
  likely: readonly Language[];
  /** The field of the name. */
  typed?: RefObject<HTMLInputElement>;
  onName?(name: string): void;
}

/** Name, I speak, I read: `display_name`, `speaks`, `reads` of a form. */
export function PersonFields({ values, errors, likely, typed, onName }: PersonFieldsProps) {
  const t = useMessages();
  const said = (code: DoorErrors[keyof DoorErrors]) => code && errorText(t, code);
  return (
    <>
      <Field label={t("door.name")} error={said(errors.name)}>
        {(control) => (
          <TextInput
            {...control}
            ref={typed}
            name="display_name"
            // Not controlled: what is typed before the scripts are there stays.
            defaultValue={values.name}
            onChange={(event) => onName?.(event.target.value)}
            autoComplete="name"
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3 *:min-w-0">
        <Field label={t("language.speaks")} error={said(errors.speaks)}>
          {(control) => <LanguageSelect {...control} name="speaks" defaultValue={values.speaks} likely={likely} />}
        </Field>
        <Field label={t("language.reads")} error={said(errors.reads)}>
          {(control) => <LanguageSelect {...control} name="reads" defaultValue={values.reads} likely={likely} />}
        </Field>
      </div>
    </>
  );
}
