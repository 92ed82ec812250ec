import { Form, useNavigation } from "@remix-run/react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Link } from "~/ui/Link.tsx";

interface DeleteFormProps {
  actionPath: string;
  id: string;
  error: ErrorCode | null;
  onClose(): void;
}

/** Confirms the deletion of a term. */
export function DeleteForm({ actionPath, id, error, onClose }: DeleteFormProps) {
  const t = useMessages();
  // While the list loads after another deletion, this one may begin.
  const busy = useNavigation().formData?.get("id") === id;
  return (
    <Form method="post" action={actionPath} preventScrollReset className="mt-2 grid gap-6">
      <input type="hidden" name="id" value={id} />
      <p className="text-pretty text-ink-soft">{t("glossary.delete.text")}</p>
      {error && <ErrorNotice code={error} shape="row" />}
      <div className="flex flex-wrap justify-end gap-2">
        <Link
          to={actionPath}
          onClick={closeWithoutNavigation(onClose)}
          preventScrollReset
          data-autofocus
          className={buttonClass()}
        >
          {t("glossary.keep")}
        </Link>
        <Button type="submit" name="intent" value="delete" variant="danger" busy={busy}>
          {t("glossary.delete.press")}
        </Button>
      </div>
    </Form>
  );
}

/** Closes the panel without loading the link's page. Without JavaScript the link loads it. */
export const closeWithoutNavigation = (close: () => void) => (event: { preventDefault(): void }) => {
  event.preventDefault();
  close();
};
