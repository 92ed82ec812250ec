import Ellipsis from "lucide-react/icons/ellipsis";
import { type ComponentType, useState } from "react";
import { texts, useMessages } from "~/i18n/index.tsx";
import { TippedControl } from "~/ui/TippedControl.tsx";
import type { MoreMenuProps } from "./MoreMenu.tsx";

let loaded: Promise<ComponentType<MoreMenuProps>> | null = null;

/** The menu with its texts; a try that failed is forgotten. */
function loadMenu(): Promise<ComponentType<MoreMenuProps>> {
  loaded ??= Promise.all([import("./extras.ts"), texts("more")]).then(
    ([{ MoreMenu }]) => MoreMenu,
    (error: unknown) => {
      loaded = null;
      throw error;
    },
  );
  return loaded;
}
const preload = () => void loadMenu().catch(() => {});

interface MoreControlProps extends MoreMenuProps {
  /** The menu could not be had. */
  onFailed(): void;
}

/** The last control: its menu comes when a pointer or the keyboard reaches it, and opens with the press that wanted it. */
export function MoreControl({ onFailed, ...menu }: MoreControlProps) {
  const t = useMessages();
  const [Menu, setMenu] = useState<ComponentType<MoreMenuProps> | null>(null);
  const [coming, setComing] = useState(false);
  if (Menu !== null) return <Menu {...menu} />;
  const open = async () => {
    setComing(true);
    try {
      const made = await loadMenu();
      setMenu(() => made);
    } catch {
      onFailed();
    }
    setComing(false);
  };
  return (
    <TippedControl
      label={t("call.more")}
      icon={<Ellipsis />}
      aria-haspopup="menu"
      aria-busy={coming || undefined}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={open}
    />
  );
}
