import Captions from "lucide-react/icons/captions";
import CircleHelp from "lucide-react/icons/circle-help";
import Ellipsis from "lucide-react/icons/ellipsis";
import Gauge from "lucide-react/icons/gauge";
import Keyboard from "lucide-react/icons/keyboard";
import LayoutGrid from "lucide-react/icons/layout-grid";
import MonitorUp from "lucide-react/icons/monitor-up";
import PhoneOff from "lucide-react/icons/phone-off";
import PictureInPicture from "lucide-react/icons/picture-in-picture-2";
import Presentation from "lucide-react/icons/presentation";
import Settings from "lucide-react/icons/settings";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import SmilePlus from "lucide-react/icons/smile-plus";
import UserPlus from "lucide-react/icons/user-plus";
import Users from "lucide-react/icons/users";
import { type ReactNode, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ControlButton } from "~/ui/ControlButton.tsx";
import { CssTooltip } from "~/ui/ControlWithTooltip.tsx";
import { Menu, MenuItem, MenuSeparator } from "~/ui/Menu.tsx";
import type { DialogName } from "../core/callUi.ts";
import { useCallView } from "../RoomProvider.tsx";
import { useCallUi } from "../screen/CallUiProvider.tsx";
import { usePanels } from "../screen/usePanels.ts";
import type { LayoutMode } from "../stage/layout.ts";
import { useScreenShare } from "./useScreenShare.ts";

/** Access to the controls that a narrow bar hides. */
interface BarOverflow {
  /** Returns the names of the controls that the bar hides now. */
  readonly hiddenControls: () => ReadonlySet<string>;
  readonly onOpenReactions: () => void;
}

export interface MoreMenuProps {
  overflow: BarOverflow;
  /** Null if there is at most one video. */
  layout: LayoutMode | null;
  /** Whether the picture-in-picture window is open. Null if it is unsupported or there is no video. */
  pipOpen: boolean | null;
  onLayoutChange(layout: LayoutMode): void;
  onTogglePip(): void;
}

export function MoreMenu(props: MoreMenuProps) {
  const t = useMessages();
  const label = t("call.more");
  return (
    <CssTooltip label={label}>
      <Menu
        // It was loaded by a click.
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

/** Mounted when the menu opens, so it reads the hidden controls at that time. */
function MenuItems({ overflow, layout, pipOpen, onLayoutChange, onTogglePip }: MoreMenuProps) {
  const t = useMessages();
  const ui = useCallUi();
  const { togglePanel } = usePanels();
  const screenShare = useScreenShare();
  const rank = useCallView((view) => view.rank);
  const keepsLines = useCallView((view) => view.meeting?.keep === "days");
  const [hidden] = useState(overflow.hiddenControls);
  const item = (value: string, icon: ReactNode, label: string, onSelect: () => void, danger = false) => (
    <MenuItem value={value} icon={icon} danger={danger} onSelect={onSelect}>
      {label}
    </MenuItem>
  );
  const dialog = (name: DialogName, icon: ReactNode, label: string) =>
    item(name, icon, label, () => ui.dialog.set(name));
  return (
    <>
      {dialog("share", <UserPlus />, t("more.invite"))}
      <MenuSeparator />
      {hidden.has("people") && item("people", <Users />, t("call.panel"), () => togglePanel("people"))}
      {hidden.has("react") && item("react", <SmilePlus />, t("call.react"), overflow.onOpenReactions)}
      {hidden.has("screen") &&
        screenShare.sharing !== null &&
        item("screen", <MonitorUp />, t(screenShare.sharing ? "call.shareStop" : "call.share"), screenShare.toggle)}
      {layout === "grid" && item("layout", <Presentation />, t("more.speakerView"), () => onLayoutChange("speaker"))}
      {layout === "speaker" && item("layout", <LayoutGrid />, t("more.gridView"), () => onLayoutChange("grid"))}
      {pipOpen !== null && item("float", <PictureInPicture />, t(pipOpen ? "more.pipEnd" : "more.pip"), onTogglePip)}
      {keepsLines && item("confirmations", <CircleHelp />, t("more.confirmations"), () => togglePanel("confirmations"))}
      {dialog("captionHistory", <Captions />, t("more.captionHistory"))}
      {dialog("mode", <Gauge />, t("more.mode"))}
      <MenuSeparator />
      {dialog("devices", <Settings />, t("call.devices"))}
      {rank > 0 && dialog("meeting", <SlidersHorizontal />, t("more.meeting"))}
      {dialog("shortcuts", <Keyboard />, t("shortcuts.title"))}
      {rank > 1 && (
        <>
          <MenuSeparator />
          {item("end", <PhoneOff />, t("call.left.endAll"), () => ui.dialog.set("end"), true)}
        </>
      )}
    </>
  );
}
