import X from "lucide-react/icons/x";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { cx } from "~/ui/cx.ts";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import type { AsyncActions } from "./useAsyncActions.ts";

/** What became of the last press that went wrong; stays until it was read or another press is tried. */
export function ActionError({ presses, className }: { presses: AsyncActions; className?: string }) {
  const t = useMessages();
  if (presses.error === null) return null;
  return (
    <ErrorNotice
      shape="row"
      code={presses.error}
      className={cx("flex-nowrap!", className)}
      action={
        <IconButton
          size="s"
          label={t("action.close")}
          icon={<X />}
          onClick={presses.dismissError}
          className="self-start"
        />
      }
    />
  );
}
