import Ellipsis from "lucide-react/icons/ellipsis";
import { useState } from "react";
import { useMessages } from "~/i18n/index.tsx";
import { late } from "~/ui/late.tsx";
import { TippedControl } from "~/ui/TippedControl.tsx";
import type { MoreMenuProps } from "./MoreMenu.tsx";

const menu = late("more", () => import("./extras.ts").then((loaded) => loaded.MoreMenu));

interface MoreControlProps extends MoreMenuProps {
  /** The menu could not be had. */
  onFailed(): void;
}

/** The last control: its menu comes when a pointer or the keyboard reaches it, and opens with the press that wanted it. */
export function MoreControl({ onFailed, ...more }: MoreControlProps) {
  const t = useMessages();
  const [asked, setAsked] = useState(false);
  return (
    <menu.Late
      wanted={asked}
      fallback={
        <TippedControl
          label={t("call.more")}
          icon={<Ellipsis />}
          aria-haspopup="menu"
          aria-busy={asked || undefined}
          onPointerEnter={menu.preload}
          onFocus={menu.preload}
          onClick={() => setAsked(true)}
        />
      }
      onFailed={() => {
        setAsked(false);
        onFailed();
      }}
    >
      {(MoreMenu) => <MoreMenu {...more} />}
    </menu.Late>
  );
}
