/** The buttons of the control bar. Each reads its own hook and re-renders alone. */
import Hand from "lucide-react/icons/hand";
import MessageSquare from "lucide-react/icons/message-square";
import Mic from "lucide-react/icons/mic";
import MicOff from "lucide-react/icons/mic-off";
import MonitorUp from "lucide-react/icons/monitor-up";
import Users from "lucide-react/icons/users";
import VideoIcon from "lucide-react/icons/video";
import VideoOff from "lucide-react/icons/video-off";
import { raisedHands } from "~/call/participants.ts";
import { useUnread, useUnreadMentions } from "~/chat/useUnread.ts";
import { isLive } from "~/devices/deviceControlView.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ControlWithTooltip } from "~/ui/ControlWithTooltip.tsx";
import { PeoplePanel } from "../lazy.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { usePanels } from "../screen/usePanels.ts";
import { SHORTCUT_KEYS, type Shortcut } from "./shortcuts.ts";
import { useCamera, useMicrophone } from "./useCaptureDevice.ts";
import { useRaisedHand } from "./useRaisedHand.ts";
import { useScreenShare } from "./useScreenShare.ts";
import { useSingleKeys } from "./useSingleKeys.ts";

/** Adds the key to the tooltip while single keys are enabled. */
const useShortcutHint = (name: Shortcut) => (useSingleKeys().enabled ? { shortcut: SHORTCUT_KEYS[name] } : {});

export function MicrophoneButton() {
  const t = useMessages();
  const microphone = useMicrophone();
  const live = isLive(microphone) && !microphone.muted;
  return (
    <ControlWithTooltip
      label={t(microphone.muted ? "call.microphoneMuted" : "call.microphone")}
      {...useShortcutHint("microphone")}
      icon={live ? <Mic /> : <MicOff />}
      pressed={live}
      muted={!live}
      onClick={microphone.toggle}
    />
  );
}

export function CameraButton() {
  const t = useMessages();
  const camera = useCamera();
  const live = isLive(camera);
  return (
    <ControlWithTooltip
      label={t("call.camera")}
      {...useShortcutHint("camera")}
      icon={live ? <VideoIcon /> : <VideoOff />}
      pressed={live}
      muted={!live}
      onClick={camera.toggle}
    />
  );
}

export function ScreenShareButton() {
  const t = useMessages();
  const { sharing, toggle } = useScreenShare();
  if (sharing === null) return null;
  return (
    <ControlWithTooltip
      label={t(sharing ? "call.shareStop" : "call.share")}
      icon={<MonitorUp />}
      pressed={sharing}
      active={sharing}
      onClick={toggle}
    />
  );
}

export function HandButton() {
  const t = useMessages();
  const { raised, toggle } = useRaisedHand();
  return (
    <ControlWithTooltip
      label={t(raised ? "call.lowerHand" : "call.raiseHand")}
      {...useShortcutHint("hand")}
      icon={<Hand />}
      pressed={raised}
      active={raised}
      onClick={toggle}
    />
  );
}

export function ChatButton() {
  const t = useMessages();
  const { timeline } = useRoom();
  const { openPanel, togglePanel } = usePanels();
  const open = openPanel === "chat";
  const count = useUnread(timeline, open);
  const mentioned = useUnreadMentions(timeline) > 0;
  const unreadLabel = () => t(mentioned ? "call.chatMentioned" : "call.chatUnread", { count });
  return (
    <ControlWithTooltip
      label={count > 0 && !open ? unreadLabel() : t("call.chat")}
      {...useShortcutHint("chat")}
      icon={<MessageSquare />}
      pressed={open}
      active={open}
      count={open ? 0 : count}
      countPrefix={mentioned ? "@" : ""}
      onClick={() => togglePanel("chat")}
    />
  );
}

/** Counts the visitors who wait and, for moderators, the raised hands. */
export function PeopleButton() {
  const t = useMessages();
  const { openPanel, togglePanel } = usePanels();
  const open = openPanel === "people";
  const count = useCallView(
    ({ waitingParticipants, rank, participants }) =>
      waitingParticipants.length + (rank > 0 ? raisedHands(participants.values()).length : 0),
  );
  return (
    <ControlWithTooltip
      label={count > 0 && !open ? t("call.panelCount", { count }) : t("call.panel")}
      icon={<Users />}
      pressed={open}
      active={open}
      count={open ? 0 : count}
      onPointerEnter={PeoplePanel.preload}
      onFocus={PeoplePanel.preload}
      onClick={() => togglePanel("people")}
    />
  );
}
