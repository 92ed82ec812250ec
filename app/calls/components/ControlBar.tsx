import Link from "lucide-react/icons/link";
import LogOut from "lucide-react/icons/log-out";
import MessageSquare from "lucide-react/icons/message-square";
import Mic from "lucide-react/icons/mic";
import MicOff from "lucide-react/icons/mic-off";
import VideoIcon from "lucide-react/icons/video";
import VideoOff from "lucide-react/icons/video-off";
import { useMessages } from "~/i18n/index.tsx";
import { TippedControl } from "~/ui/TippedControl.tsx";
import { SHORTCUT_KEYS } from "../shortcuts.ts";
import type { ControlView } from "../view.ts";

export interface ControlBarProps {
  microphone: ControlView;
  camera: ControlView;
  chatOpen: boolean;
  unread: number;
  /** Single keys are on: tooltips name them. */
  keys: boolean;
  /** Nothing has moved for a while: the bar fades, unless it is focused or hovered. */
  still: boolean;
  onMicrophone(): void;
  onCamera(): void;
  onChat(): void;
  onCopyLink(): void;
  onLeave(): void;
}

const live = ({ on, error }: ControlView) => on && error === null;

/** What one does in the call, in one bar. */
export function ControlBar(props: ControlBarProps) {
  const { microphone, camera, chatOpen, unread, keys, still, onMicrophone, onCamera, onChat, onCopyLink, onLeave } =
    props;
  const t = useMessages();
  const key = (name: keyof typeof SHORTCUT_KEYS) => (keys ? { shortcut: SHORTCUT_KEYS[name] } : {});
  return (
    <section
      aria-label={t("call.controls")}
      data-still={still}
      className="call-controls data-[still=true]:not-focus-within:not-hover:opacity-0 items-center justify-between gap-1.5 px-3 pt-2.5 pb-4 transition-opacity duration-200 @s/call:justify-center @s/call:gap-2 @s/call:px-4 @s/call:pt-3 @s/call:pb-5"
    >
      <TippedControl
        label={t("call.microphone")}
        {...key("microphone")}
        icon={live(microphone) ? <Mic /> : <MicOff />}
        pressed={live(microphone)}
        off={!live(microphone)}
        onClick={onMicrophone}
      />
      <TippedControl
        label={t("call.camera")}
        {...key("camera")}
        icon={live(camera) ? <VideoIcon /> : <VideoOff />}
        pressed={live(camera)}
        off={!live(camera)}
        onClick={onCamera}
      />
      <TippedControl
        label={unread > 0 && !chatOpen ? t("call.chatUnread", { count: unread }) : t("call.chat")}
        {...key("chat")}
        icon={<MessageSquare />}
        pressed={chatOpen}
        chosen={chatOpen}
        count={chatOpen ? 0 : unread}
        onClick={onChat}
        className="@s/call:ms-3"
      />
      <TippedControl label={t("call.copyLink")} icon={<Link />} onClick={onCopyLink} />
      <button
        type="button"
        onClick={onLeave}
        className="inline-flex h-12 w-13 items-center justify-center gap-2 rounded-[14px] bg-danger font-strong text-on-danger transition-colors hover:bg-danger-hover @s/call:ms-4 @s/call:w-auto @s/call:px-4.5"
      >
        <LogOut className="rtl:-scale-x-100" />
        <span className="@max-s/call:sr-only">{t("call.leave")}</span>
      </button>
    </section>
  );
}
