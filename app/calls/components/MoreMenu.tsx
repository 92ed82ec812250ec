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
import { useMessages } from "~/i18n/index.tsx";
import { ControlButton } from "~/ui/ControlButton.tsx";
import { Menu, MenuItem, MenuLine } from "~/ui/Menu.tsx";
import { Tipped } from "~/ui/TippedControl.tsx";
import type { Layout } from "../arrange.ts";
import type { DialogName } from "./CallDialogs.tsx";

/** Where else than in the bar the same can be had: in the menu, where the bar has no room for all. */
interface MoreView {
  /** What the bar does not show now. */
  readonly compact: boolean;
  readonly onReact: () => void;
}

export interface MoreMenuProps {
  view: MoreView;
  sharing: boolean | null;
  handUp: boolean;
  /** `null` where there is one picture at most. */
  layout: Layout | null;
  /** Whether the window of its own is open; `null` where there is no such window, or nothing to show in it. */
  floating: boolean | null;
  rank: 0 | 1 | 2 | 3;
  onShare(): void;
  onHand(): void;
  onLayout(layout: Layout): void;
  onFloat(): void;
  onDialog(name: DialogName): void;
}

/** Everything that the bar has no room for. */
export function MoreMenu(props: MoreMenuProps) {
  const t = useMessages();
  const label = t("call.more");
  return (
    <Tipped label={label}>
      <Menu
        // It was loaded for the press that wanted it.
        asked={1}
        label={label}
        align="end"
        trigger={<ControlButton label={label} icon={<Ellipsis />} />}
      >
        <Items {...props} />
      </Menu>
    </Tipped>
  );
}

/** Made when the menu opens: then is seen what the bar has room for. */
function Items(props: MoreMenuProps) {
  const { sharing, handUp, layout, floating, rank, onLayout, onDialog } = props;
  const t = useMessages();
  const [compact] = useState(() => props.view.compact);
  const item = (value: string, icon: ReactNode, words: string, act: () => void, danger = false) => (
    <MenuItem value={value} icon={icon} danger={danger} onSelect={act}>
      {words}
    </MenuItem>
  );
  const dialog = (name: DialogName, icon: ReactNode, words: string) => item(name, icon, words, () => onDialog(name));
  return (
    <>
      {dialog("share", <UserPlus />, t("more.invite"))}
      <MenuLine />
      {compact && (
        <>
          {item("react", <SmilePlus />, t("call.react"), props.view.onReact)}
          {item("hand", <Hand />, t(handUp ? "call.lowerHand" : "call.raiseHand"), props.onHand)}
          {sharing !== null &&
            item("screen", <MonitorUp />, t(sharing ? "call.shareStop" : "call.share"), props.onShare)}
        </>
      )}
      {layout === "grid" && item("layout", <Presentation />, t("more.speakerView"), () => onLayout("speaker"))}
      {layout === "speaker" && item("layout", <LayoutGrid />, t("more.gridView"), () => onLayout("grid"))}
      {floating !== null &&
        item("float", <PictureInPicture />, t(floating ? "more.pipEnd" : "more.pip"), props.onFloat)}
      {dialog("captions", <Captions />, t("more.captions"))}
      {dialog("mode", <Gauge />, t("more.mode"))}
      <MenuLine />
      {dialog("devices", <Settings />, t("call.devices"))}
      {dialog("languages", <LanguagesIcon />, t("more.languages"))}
      {rank > 0 && dialog("meeting", <SlidersHorizontal />, t("more.meeting"))}
      {dialog("shortcuts", <Keyboard />, t("shortcuts.title"))}
      {rank > 1 && (
        <>
          <MenuLine />
          {item("end", <PhoneOff />, t("call.left.endAll"), () => onDialog("end"), true)}
        </>
      )}
    </>
  );
}
