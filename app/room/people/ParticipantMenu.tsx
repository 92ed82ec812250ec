import Ellipsis from "lucide-react/icons/ellipsis";
import Hand from "lucide-react/icons/hand";
import Mic from "lucide-react/icons/mic";
import MicOff from "lucide-react/icons/mic-off";
import Pin from "lucide-react/icons/pin";
import PinOff from "lucide-react/icons/pin-off";
import UserCog from "lucide-react/icons/user-cog";
import UserX from "lucide-react/icons/user-x";
import type { Result } from "#contracts/errors.ts";
import type { Participant } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { Menu, MenuItem, MenuSeparator } from "~/ui/Menu.tsx";
import { Spinner } from "~/ui/Spinner.tsx";
import type { AsyncActions } from "../dialogs/useAsyncActions.ts";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { moderationPermissions } from "./moderationPermissions.ts";

export interface ModerationProps {
  actions: AsyncActions;
  /** Opens the confirmation. */
  onRemove(participant: Participant): void;
}

interface ParticipantMenuProps extends ModerationProps {
  participant: Participant;
  /** Null for an absent participant. */
  pin: { readonly on: boolean; toggle(): void } | null;
}

/** The permitted actions on another participant. Renders nothing if there are none. */
export function ParticipantMenu({ participant, actions, pin, onRemove }: ParticipantMenuProps) {
  const t = useMessages();
  const { moderation } = useRoom();
  const rank = useCallView((view) => view.rank);
  const { user_id, display_name, role, muted } = participant;
  const permissions = moderationPermissions(participant, rank);
  if (pin === null && !Object.values(permissions).includes(true)) return null;
  const run = (action: () => Promise<Result<unknown>>) => () => void actions.run(user_id, action);
  return (
    <Menu
      align="end"
      label={t("people.menu", { name: display_name })}
      trigger={
        <IconButton
          label={t("people.menu", { name: display_name })}
          icon={actions.isPending(user_id) ? <Spinner /> : <Ellipsis />}
          className="-me-2"
        />
      }
    >
      {pin && (
        <MenuItem value="pin" icon={pin.on ? <PinOff /> : <Pin />} onSelect={pin.toggle}>
          {t(pin.on ? "people.unpin" : "people.pin")}
        </MenuItem>
      )}
      {permissions.lowerHand && (
        <MenuItem value="hand" icon={<Hand />} onSelect={run(() => moderation.lowerHand(user_id))}>
          {t("call.lowerHand")}
        </MenuItem>
      )}
      {permissions.mute && (
        <MenuItem
          value="mute"
          icon={muted ? <Mic /> : <MicOff />}
          onSelect={run(() => moderation.setMuted(user_id, !muted))}
        >
          {t(muted ? "people.unmute" : "people.mute")}
        </MenuItem>
      )}
      {permissions.setRole && (
        <MenuItem
          value="role"
          icon={<UserCog />}
          onSelect={run(() => moderation.setRole(user_id, role === "co-host" ? "guest" : "co-host"))}
        >
          {t(role === "co-host" ? "people.makeGuest" : "people.makeCoHost")}
        </MenuItem>
      )}
      {permissions.remove && (
        <>
          <MenuSeparator />
          <MenuItem value="remove" danger icon={<UserX />} onSelect={() => onRemove(participant)}>
            {t("people.remove")}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
