import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button, type ButtonProps } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { StartValues } from "./startOrJoinView.ts";

export interface StartFormBaseProps {
  /** The meeting's id, made by the page, so that a repeated submit opens one meeting. */
  readonly id: string;
  readonly busy: boolean;
  readonly error?: ErrorCode;
  /** Submitted values, shown again after an error. */
  readonly values?: StartValues;
}

interface StartFormProps extends StartFormBaseProps, Pick<ButtonProps, "variant" | "size"> {
  icon?: ReactNode;
  /** More fields of the form, such as `StartOptions`. */
  children?: ReactNode;
}

/** The button to start a meeting. Posts `intent=start`, `id` to the current page. */
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
