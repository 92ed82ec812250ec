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
  /** Rises with each request to open it. */
  openRequest: number;
  onReply(): void;
  onReact(): void;
  onEdit(): void;
  onCorrect(): void;
  onMark(): void;
  onRemove(): void;
  onForward(): void;
  onCopy(): void;
  onOriginal(): void;
  onRetranslate(): void;
  onReport(): void;
  onDiscard(): void;
}

/** All that can be done with one line. */
export function LineMenu(props: LineMenuProps) {
  const { permissions, originalOpen, className, openRequest } = props;
  const t = useMessages();
  const items = [
    { value: "reply", text: t("chat.reply"), icon: <Reply className="rtl:-scale-x-100" />, act: props.onReply },
    { value: "react", text: t("chat.react"), icon: <SmilePlus />, act: props.onReact },
    { value: "edit", text: t("lines.edit"), icon: <Pencil />, act: props.onEdit },
    { value: "correct", text: t("transcript.correct"), icon: <Pencil />, act: props.onCorrect },
    { value: "mark", text: t("lines.mark"), icon: <Bookmark />, act: props.onMark },
    {
      value: "forward",
      text: t("lines.forward"),
      icon: <Forward className="rtl:-scale-x-100" />,
      act: props.onForward,
    },
    { value: "copy", text: t("lines.copy"), icon: <Copy />, act: props.onCopy },
    {
      value: "original",
      text: t(originalOpen ? "chat.hideOriginal" : "lines.showOriginal"),
      icon: <LanguagesIcon />,
      act: props.onOriginal,
    },
    { value: "retranslate", text: t("lines.again"), icon: <RotateCw />, act: props.onRetranslate },
    { value: "report", text: t("lines.wrong"), icon: <Flag />, act: props.onReport },
    { value: "remove", text: t("lines.delete"), icon: <Trash />, act: props.onRemove, danger: true },
    { value: "discard", text: t("chat.discard"), icon: <X />, act: props.onDiscard, danger: true },
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
          <MenuItem key={item.value} value={item.value} icon={item.icon} onSelect={item.act} danger={"danger" in item}>
            {item.text}
          </MenuItem>
        ) : null,
      )}
    </Menu>
  );
}
