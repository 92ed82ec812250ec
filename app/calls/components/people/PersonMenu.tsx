import Ellipsis from "lucide-react/icons/ellipsis";
import Hand from "lucide-react/icons/hand";
import Mic from "lucide-react/icons/mic";
import MicOff from "lucide-react/icons/mic-off";
import Pin from "lucide-react/icons/pin";
import PinOff from "lucide-react/icons/pin-off";
import UserCog from "lucide-react/icons/user-cog";
import UserX from "lucide-react/icons/user-x";
import type { Participant } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/index.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { Menu, MenuItem, MenuLine } from "~/ui/Menu.tsx";
import { Spinner } from "~/ui/Spinner.tsx";
import type { CallView } from "../../callView.ts";
import type { Lead } from "../../core/lead.ts";
import { rightsOver } from "./rights.ts";
import type { Presses } from "./usePresses.ts";

export interface PersonActions {
  /** What the viewer leads. */
  rank: CallView["rank"];
  lead: Lead;
  presses: Presses;
  /** Asks first. */
  onRemove(participant: Participant): void;
}

interface PersonMenuProps extends PersonActions {
  participant: Participant;
  /** `null` for who is not in the call now. */
  pin: { readonly on: boolean; toggle(): void } | null;
}

/** What the viewer may do with somebody else; nothing where there is no such thing. */
export function PersonMenu({ participant, rank, lead, presses, pin, onRemove }: PersonMenuProps) {
  const t = useMessages();
  const { user_id, display_name, role, muted } = participant;
  const may = rightsOver(participant, rank);
  if (pin === null && !Object.values(may).includes(true)) return null;
  const act = (run: () => ReturnType<Lead["mute"]>) => () => void presses.press(user_id, run);
  return (
    <Menu
      align="end"
      label={t("people.menu", { name: display_name })}
      trigger={
        <IconButton
          label={t("people.menu", { name: display_name })}
          icon={presses.busy(user_id) ? <Spinner /> : <Ellipsis />}
          className="-me-2"
        />
      }
    >
      {pin && (
        <MenuItem value="pin" icon={pin.on ? <PinOff /> : <Pin />} onSelect={pin.toggle}>
          {t(pin.on ? "people.unpin" : "people.pin")}
        </MenuItem>
      )}
      {may.lowerHand && (
        <MenuItem value="hand" icon={<Hand />} onSelect={act(() => lead.lowerHand(user_id))}>
          {t("call.lowerHand")}
        </MenuItem>
      )}
      {may.mute && (
        <MenuItem value="mute" icon={muted ? <Mic /> : <MicOff />} onSelect={act(() => lead.mute(user_id, !muted))}>
          {t(muted ? "people.unmute" : "people.mute")}
        </MenuItem>
      )}
      {may.setRole && (
        <MenuItem
          value="role"
          icon={<UserCog />}
          onSelect={act(() => lead.setRole(user_id, role === "co-host" ? "guest" : "co-host"))}
        >
          {t(role === "co-host" ? "people.makeGuest" : "people.makeCoHost")}
        </MenuItem>
      )}
      {may.remove && (
        <>
          <MenuLine />
          <MenuItem value="remove" danger icon={<UserX />} onSelect={() => onRemove(participant)}>
            {t("people.remove")}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
