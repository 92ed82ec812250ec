import { useMessages } from "~/i18n/I18nProvider.tsx";
import { cx } from "~/ui/cx.ts";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";

interface CodeFieldProps {
  label: string;
  error: string | null;
  /** Six digits of an app, or a recovery code. */
  accepts: "app" | "recovery";
  large?: boolean;
}

/** The field for a code. Posts `code`. */
export function CodeField({ label, error, accepts, large = false }: CodeFieldProps) {
  const t = useMessages();
  return (
    <Field label={label} hint={accepts === "app" ? t("factors.code.hint") : undefined} error={error ?? false}>
      {(control) => (
        <TextInput
          {...control}
          name="code"
          dir="ltr"
          inputMode={accepts === "app" ? "numeric" : "text"}
          autoComplete={accepts === "recovery" ? "off" : "one-time-code"}
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          autoFocus
          className={cx(
            "text-center tabular-nums",
            large ? "min-h-control-l text-22 tracking-[0.2em]" : "tracking-[0.1em]",
          )}
        />
      )}
    </Field>
  );
}
