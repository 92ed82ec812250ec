import Ellipsis from "lucide-react/icons/ellipsis";
import { useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ControlWithTooltip } from "~/ui/ControlWithTooltip.tsx";
import { lazyModule } from "~/ui/lazy.tsx";
import type { MoreMenuProps } from "./MoreMenu.tsx";

const lazyMenu = lazyModule("more", () => import("../screen/roomExtras.ts").then((loaded) => loaded.MoreMenu));

interface MoreButtonProps extends MoreMenuProps {
  /** The menu could not be had. */
  onLoadError(): void;
}

/** The last control: its menu comes when a pointer or the keyboard reaches it, and opens with the press that wanted it. */
export function MoreButton({ onLoadError, ...menuProps }: MoreButtonProps) {
  const t = useMessages();
  const [requested, setRequested] = useState(false);
  return (
    <lazyMenu.Late
      active={requested}
      fallback={
        <ControlWithTooltip
          label={t("call.more")}
          icon={<Ellipsis />}
          aria-haspopup="menu"
          aria-busy={requested || undefined}
          onPointerEnter={lazyMenu.preload}
          onFocus={lazyMenu.preload}
          onClick={() => setRequested(true)}
        />
      }
      onFailed={() => {
        setRequested(false);
        onLoadError();
      }}
    >
      {(MoreMenu) => <MoreMenu {...menuProps} />}
    </lazyMenu.Late>
  );
}
