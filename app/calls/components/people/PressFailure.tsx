import X from "lucide-react/icons/x";
import { useMessages } from "~/i18n/index.tsx";
import { cx } from "~/ui/cx.ts";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import type { Presses } from "./usePresses.ts";

/** What became of the last press that went wrong; stays until it was read or another press is tried. */
export function PressFailure({ presses, className }: { presses: Presses; className?: string }) {
  const t = useMessages();
  if (presses.failure === null) return null;
  return (
    <ErrorNotice
      shape="row"
      code={presses.failure}
      className={cx("flex-nowrap!", className)}
      action={
        <IconButton size="s" label={t("action.close")} icon={<X />} onClick={presses.dismiss} className="self-start" />
      }
    />
  );
}
