import Ellipsis from "lucide-react/icons/ellipsis";
import Reply from "lucide-react/icons/reply";
import SmilePlus from "lucide-react/icons/smile-plus";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { LineExtras, preloadLineExtras } from "../lazy.tsx";
import type { LineMenuProps } from "./LineMenu.tsx";

const TOOL_CLASS = "rounded-[8px]! pointer-coarse:min-h-control! pointer-coarse:w-control";

interface LineToolsProps extends Omit<LineMenuProps, "className"> {
  onOpenMenu(): void;
  onLoadError(): void;
}

/**
 * The toolbar of a hovered or focused line: the two most frequent actions and the menu. Tab stops once at each line, at
 * the menu. Touch screens show the menu's button alone.
 */
export function LineTools({ onOpenMenu, onLoadError, ...menu }: LineToolsProps) {
  const t = useMessages();
  const { permissions, openRequest, actions } = menu;
  const button = (
    <IconButton
      size="s"
      label={t("chat.more")}
      aria-haspopup="menu"
      icon={<Ellipsis />}
      className={TOOL_CLASS}
      onPointerEnter={preloadLineExtras}
      onFocus={preloadLineExtras}
      onClick={onOpenMenu}
    />
  );
  return (
    <div
      data-line-tools=""
      className="absolute -top-2.5 end-0 flex rounded-[10px] border border-line bg-raised opacity-0 shadow-1 transition-opacity group-hover/line:opacity-100 focus-within:opacity-100 has-aria-expanded:opacity-100 pointer-coarse:border-transparent pointer-coarse:bg-transparent pointer-coarse:opacity-100 pointer-coarse:shadow-none"
    >
      {permissions.react && (
        <IconButton
          size="s"
          tabIndex={-1}
          label={t("chat.react")}
          icon={<SmilePlus />}
          className={`${TOOL_CLASS} pointer-coarse:hidden`}
          onClick={actions.react}
        />
      )}
      {permissions.reply && (
        <IconButton
          size="s"
          tabIndex={-1}
          label={t("chat.reply")}
          icon={<Reply className="rtl:-scale-x-100" />}
          className={`${TOOL_CLASS} pointer-coarse:hidden`}
          onClick={actions.reply}
        />
      )}
      <LineExtras active={openRequest > 0} fallback={button} onFailed={onLoadError}>
        {({ LineMenu }) => <LineMenu {...menu} className={TOOL_CLASS} />}
      </LineExtras>
    </div>
  );
}
