import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button, type ButtonProps } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { StartValues } from "./startOrJoinView.ts";

export interface StartFormBaseProps {
  /** The meeting's, made by the page: the same press twice opens one meeting. */
  readonly id: string;
  readonly busy: boolean;
  readonly error?: ErrorCode;
  /** What was chosen, kept through an error. */
  readonly values?: StartValues;
}

interface StartFormProps extends StartFormBaseProps, Pick<ButtonProps, "variant" | "size"> {
  icon?: ReactNode;
  /** Further fields of the form: `StartOptions`. */
  children?: ReactNode;
}

/** One press to a new meeting. Posts `intent=start`, `id` to the page that it stands on. */
export function StartForm({ id, busy, error, values: _, icon, children, ...look }: StartFormProps) {
  const t = useMessages();
  return (
    <>
      <Form method="post" className="grid">
        <input type="hidden" name="intent" value="start" />
        <input type="hidden" name="id" value={id} />
        <Button type="submit" busy={busy} {...look}>
          {!busy && icon}
          {busy ? t("landing.starting") : t("landing.start")}
        </Button>
        {children}
      </Form>
      {error && <ErrorNotice code={error} shape="row" />}
    </>
  );
}
