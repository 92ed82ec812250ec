import X from "lucide-react/icons/x";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { cx } from "~/ui/cx.ts";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import type { AsyncActions } from "./useAsyncActions.ts";

/** The error of the last action, until it is dismissed or another action starts. */
export function ActionError({ actions, className }: { actions: AsyncActions; className?: string }) {
  const t = useMessages();
  if (actions.error === null) return null;
  return (
    <ErrorNotice
      shape="row"
      code={actions.error}
      className={cx("flex-nowrap!", className)}
      action={
        <IconButton
          size="s"
          label={t("action.close")}
          icon={<X />}
          onClick={actions.dismissError}
          className="self-start"
        />
      }
    />
  );
}
