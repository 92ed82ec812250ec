import Captions from "lucide-react/icons/captions";
import Ellipsis from "lucide-react/icons/ellipsis";
import Gauge from "lucide-react/icons/gauge";
import Hand from "lucide-react/icons/hand";
import Keyboard from "lucide-react/icons/keyboard";
import LanguagesIcon from "lucide-react/icons/languages";
import LayoutGrid from "lucide-react/icons/layout-grid";
import MonitorUp from "lucide-react/icons/monitor-up";
import PhoneOff from "lucide-react/icons/phone-off";
import PictureInPicture from "lucide-react/icons/picture-in-picture-2";
import Presentation from "lucide-react/icons/presentation";
import Settings from "lucide-react/icons/settings";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import SmilePlus from "lucide-react/icons/smile-plus";
import UserPlus from "lucide-react/icons/user-plus";
import { type ReactNode, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ControlButton } from "~/ui/ControlButton.tsx";
import { CssTooltip } from "~/ui/ControlWithTooltip.tsx";
import { Menu, MenuItem, MenuSeparator } from "~/ui/Menu.tsx";
import type { DialogName } from "../dialogs/CallDialogs.tsx";
import type { LayoutMode } from "../stage/layout.ts";

/** Where else than in the bar the same can be had: in the menu, where the bar has no room for all. */
interface BarOverflow {
  /** What the bar does not show now. */
  readonly compact: boolean;
  readonly onOpenReactions: () => void;
}

export interface MoreMenuProps {
  overflow: BarOverflow;
  sharing: boolean | null;
  handRaised: boolean;
  /** `null` where there is one picture at most. */
  layout: LayoutMode | null;
  /** Whether the window of its own is open; `null` where there is no such window, or nothing to show in it. */
  pipOpen: boolean | null;
  rank: 0 | 1 | 2 | 3;
  onToggleScreenShare(): void;
  onToggleHand(): void;
  onLayoutChange(layout: LayoutMode): void;
  onTogglePip(): void;
  onOpenDialog(name: DialogName): void;
}

/** Everything that the bar has no room for. */
export function MoreMenu(props: MoreMenuProps) {
  const t = useMessages();
  const label = t("call.more");
  return (
    <CssTooltip label={label}>
      <Menu
        // It was loaded for the press that wanted it.
        openRequests={1}
        label={label}
        align="end"
        trigger={<ControlButton label={label} icon={<Ellipsis />} />}
      >
        <MenuItems {...props} />
      </Menu>
    </CssTooltip>
  );
}

/** Made when the menu opens: then is seen what the bar has room for. */
function MenuItems(props: MoreMenuProps) {
  const { sharing, handRaised, layout, pipOpen, rank, onLayoutChange, onOpenDialog } = props;
  const t = useMessages();
  const [compact] = useState(() => props.overflow.compact);
  const item = (value: string, icon: ReactNode, label: string, onSelect: () => void, danger = false) => (
    <MenuItem value={value} icon={icon} danger={danger} onSelect={onSelect}>
      {label}
    </MenuItem>
  );
  const dialog = (name: DialogName, icon: ReactNode, words: string) =>
    item(name, icon, words, () => onOpenDialog(name));
  return (
    <>
      {dialog("share", <UserPlus />, t("more.invite"))}
      <MenuSeparator />
      {compact && (
        <>
          {item("react", <SmilePlus />, t("call.react"), props.overflow.onOpenReactions)}
          {item("hand", <Hand />, t(handRaised ? "call.lowerHand" : "call.raiseHand"), props.onToggleHand)}
          {sharing !== null &&
            item("screen", <MonitorUp />, t(sharing ? "call.shareStop" : "call.share"), props.onToggleScreenShare)}
        </>
      )}
      {layout === "grid" && item("layout", <Presentation />, t("more.speakerView"), () => onLayoutChange("speaker"))}
      {layout === "speaker" && item("layout", <LayoutGrid />, t("more.gridView"), () => onLayoutChange("grid"))}
      {pipOpen !== null &&
        item("float", <PictureInPicture />, t(pipOpen ? "more.pipEnd" : "more.pip"), props.onTogglePip)}
      {dialog("captions", <Captions />, t("more.captions"))}
      {dialog("mode", <Gauge />, t("more.mode"))}
      <MenuSeparator />
      {dialog("devices", <Settings />, t("call.devices"))}
      {dialog("languages", <LanguagesIcon />, t("more.languages"))}
      {rank > 0 && dialog("meeting", <SlidersHorizontal />, t("more.meeting"))}
      {dialog("shortcuts", <Keyboard />, t("shortcuts.title"))}
      {rank > 1 && (
        <>
          <MenuSeparator />
          {item("end", <PhoneOff />, t("call.left.endAll"), () => onOpenDialog("end"), true)}
        </>
      )}
    </>
  );
}
