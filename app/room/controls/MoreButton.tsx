import Ellipsis from "lucide-react/icons/ellipsis";
import { useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ControlWithTooltip } from "~/ui/ControlWithTooltip.tsx";
import { lazyMoreMenu } from "../lazy.tsx";
import { useCallUi } from "../screen/CallUiProvider.tsx";
import type { MoreMenuProps } from "./MoreMenu.tsx";

/** The last control. Its menu loads on pointer enter or focus, and opens with the click. */
export function MoreButton(props: MoreMenuProps) {
  const t = useMessages();
  const { showToast } = useCallUi();
  const [requested, setRequested] = useState(false);
  return (
    <lazyMoreMenu.LazyBoundary
      active={requested}
      fallback={
        <ControlWithTooltip
          label={t("call.more")}
          icon={<Ellipsis />}
          aria-haspopup="menu"
          aria-busy={requested || undefined}
          onPointerEnter={lazyMoreMenu.preload}
          onFocus={lazyMoreMenu.preload}
          onClick={() => setRequested(true)}
        />
      }
      onFailed={() => {
        setRequested(false);
        showToast({ tone: "warning", text: t("error.network/timeout"), detail: t("error.network/timeout.do") });
      }}
    >
      {(MoreMenu) => <MoreMenu {...props} />}
    </lazyMoreMenu.LazyBoundary>
  );
}
