import { Form } from "@remix-run/react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { errorText } from "~/ui/errorMessages.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";

export interface JoinFormProps {
  /** Submitted value, shown again after an error. */
  readonly code: string;
  readonly busy: boolean;
  readonly error?: ErrorCode;
  /** The first character of the code that no code contains. */
  readonly wrong?: string | null | undefined;
}

/** A field for a meeting code. Posts `intent=join`, `code` to the current page. `large`: beside a primary button. */
export function JoinForm({ code, busy, error, wrong, large = false }: JoinFormProps & { large?: boolean }) {
  const t = useMessages();
  const height = large && "min-h-control-l";
  return (
    <Form method="post" className="flex items-start gap-2">
      <input type="hidden" name="intent" value="join" />
      <Field
        label={t("landing.code")}
        labelHidden
        error={error && (wrong ? t("landing.codeCharacter", { text: wrong }) : errorText(t, error))}
        className="min-w-0 flex-1"
      >
        {(control) => (
          <TextInput
            {...control}
            name="code"
            dir="ltr"
            defaultValue={code}
            placeholder="k3f9-2mxa-7qpd"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            className={cx(height, "tabular-nums")}
          />
        )}
      </Field>
      <Button type="submit" busy={busy} className={cx(height)}>
        {t("landing.join")}
      </Button>
    </Form>
  );
}
