import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { Menu } from "~/ui/Menu.tsx";
import { MenuSwitch } from "./MenuSwitch.tsx";
import { useChatMuted, useShowOriginals } from "./useLocalPreference.ts";

/** Chat preferences of this device. */
export function ChatMenu({ meetingId }: { meetingId: string }) {
  const t = useMessages();
  const [muted, setMuted] = useChatMuted(meetingId);
  const [originals, setOriginals] = useShowOriginals();
  return (
    <Menu
      openRequests={1}
      unclipped
      align="end"
      label={t("chat.settings")}
      trigger={<IconButton label={t("chat.settings")} icon={<EllipsisVertical />} />}
    >
      <MenuSwitch value="originals" checked={originals} onChange={setOriginals} hint={t("lines.originals.hint")}>
        {t("lines.originals")}
      </MenuSwitch>
      <MenuSwitch value="mute" checked={muted} onChange={setMuted} hint={t("lines.mute.hint")}>
        {t("lines.mute")}
      </MenuSwitch>
    </Menu>
  );
}
