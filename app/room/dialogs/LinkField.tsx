import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";

interface LinkFieldProps {
  link: string;
  labelHidden?: boolean;
  error?: string;
  className?: string;
}

/** The link to the meeting. Focus selects all of it. */
export function LinkField({ link, ...field }: LinkFieldProps) {
  const t = useMessages();
  return (
    <Field label={t("call.link")} {...field}>
      {(control) => (
        <TextInput
          {...control}
          readOnly
          dir="ltr"
          value={link}
          onFocus={(event) => event.target.select()}
          className="truncate text-14"
        />
      )}
    </Field>
  );
}
