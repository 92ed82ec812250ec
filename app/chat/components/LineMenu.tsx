import Bookmark from "lucide-react/icons/bookmark";
import Copy from "lucide-react/icons/copy";
import Ellipsis from "lucide-react/icons/ellipsis";
import Flag from "lucide-react/icons/flag";
import Forward from "lucide-react/icons/forward";
import LanguagesIcon from "lucide-react/icons/languages";
import Pencil from "lucide-react/icons/pencil";
import Reply from "lucide-react/icons/reply";
import RotateCw from "lucide-react/icons/rotate-cw";
import SmilePlus from "lucide-react/icons/smile-plus";
import Trash from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { Menu, MenuItem } from "~/ui/Menu.tsx";
import type { LinePermissions } from "../core/linePermissions.ts";

export interface LineMenuProps {
  permissions: LinePermissions;
  originalOpen: boolean;
  className: string;
  /** Increases with each request to open the menu. */
  openRequest: number;
  actions: Readonly<Record<keyof LinePermissions, () => void>>;
}

export function LineMenu({ permissions, originalOpen, className, openRequest, actions }: LineMenuProps) {
  const t = useMessages();
  const items = [
    { value: "reply", text: t("chat.reply"), icon: <Reply className="rtl:-scale-x-100" /> },
    { value: "react", text: t("chat.react"), icon: <SmilePlus /> },
    { value: "edit", text: t("lines.edit"), icon: <Pencil /> },
    { value: "correct", text: t("transcript.propose"), icon: <Pencil /> },
    { value: "mark", text: t("lines.mark"), icon: <Bookmark /> },
    {
      value: "forward",
      text: t("lines.forward"),
      icon: <Forward className="rtl:-scale-x-100" />,
    },
    { value: "copy", text: t("lines.copy"), icon: <Copy /> },
    {
      value: "original",
      text: t(originalOpen ? "chat.hideOriginal" : "lines.showOriginal"),
      icon: <LanguagesIcon />,
    },
    { value: "retranslate", text: t("lines.again"), icon: <RotateCw /> },
    { value: "report", text: t("lines.wrong"), icon: <Flag /> },
    { value: "remove", text: t("lines.delete"), icon: <Trash />, danger: true },
    { value: "discard", text: t("chat.discard"), icon: <X />, danger: true },
  ] as const;
  return (
    <Menu
      unclipped
      align="end"
      label={t("chat.more")}
      openRequests={openRequest}
      trigger={<IconButton size="s" label={t("chat.more")} icon={<Ellipsis />} className={className} />}
    >
      {items.map((item) =>
        permissions[item.value] ? (
          <MenuItem
            key={item.value}
            value={item.value}
            icon={item.icon}
            onSelect={actions[item.value]}
            danger={"danger" in item}
          >
            {item.text}
          </MenuItem>
        ) : null,
      )}
    </Menu>
  );
}
