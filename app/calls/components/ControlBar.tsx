import Captions from "lucide-react/icons/captions";
import Hand from "lucide-react/icons/hand";
import LogOut from "lucide-react/icons/log-out";
import MessageSquare from "lucide-react/icons/message-square";
import Mic from "lucide-react/icons/mic";
import MicOff from "lucide-react/icons/mic-off";
import MonitorUp from "lucide-react/icons/monitor-up";
import SmilePlus from "lucide-react/icons/smile-plus";
import Users from "lucide-react/icons/users";
import VideoIcon from "lucide-react/icons/video";
import VideoOff from "lucide-react/icons/video-off";
import { memo, useRef, useState } from "react";
import type { Emoji } from "#contracts/lines.ts";
import { useMessages } from "~/i18n/index.tsx";
import { lateComponent } from "~/ui/late.tsx";
import { TippedControl } from "~/ui/TippedControl.tsx";
import { SHORTCUT_KEYS } from "../shortcuts.ts";
import type { ControlView } from "../view.ts";
import { MoreControl } from "./MoreControl.tsx";
import type { MoreMenuProps } from "./MoreMenu.tsx";

const ReactPalette = lateComponent([], () => import("./extras.ts").then((loaded) => loaded.ReactPalette));

interface ControlBarProps extends Omit<MoreMenuProps, "view"> {
  microphone: ControlView;
  /** By somebody who leads the meeting. */
  muted: boolean;
  camera: ControlView;
  /** They are shown. */
  captions: boolean;
  panel: "chat" | "people" | null;
  unread: number;
  /** Something of it mentions this person. */
  mentioned: boolean;
  /** Those who wait to come in or to speak. */
  waiting: number;
  /** Single keys are on: tooltips name them. */
  keys: boolean;
  /** Nothing has moved for a while: the bar fades, unless it is focused or hovered. */
  still: boolean;
  onMicrophone(): void;
  onCamera(): void;
  onReact(emoji: Emoji): void;
  onCaptions(): void;
  onChat(): void;
  onPeople(): void;
  /** A pointer or the keyboard is on the way there. */
  onPeopleSoon(): void;
  onLeave(): void;
  /** The menu could not be had. */
  onMoreFailed(): void;
}

const live = ({ on, error }: ControlView) => on && error === null;

/**
 * What one does in the call, in one bar; what it has no room for stands in the menu of its last control. It is drawn anew for
 * what it shows alone: a call changes all the time.
 */
export const ControlBar = memo(function Bar(props: ControlBarProps) {
  const { microphone, muted, camera, sharing, handUp, panel, unread, mentioned, waiting, keys, still, onPeopleSoon } =
    props;
  const t = useMessages();
  const [reacting, setReacting] = useState(false);
  const extra = useRef<HTMLDivElement>(null);
  const key = (name: keyof typeof SHORTCUT_KEYS) => (keys ? { shortcut: SHORTCUT_KEYS[name] } : {});
  const heard = live(microphone) && !muted;
  const chatOpen = panel === "chat";
  const peopleOpen = panel === "people";
  const share = sharing !== null && (
    <TippedControl
      label={t(sharing ? "call.shareStop" : "call.share")}
      icon={<MonitorUp />}
      pressed={sharing}
      chosen={sharing}
      onClick={props.onShare}
    />
  );
  return (
    <section
      aria-label={t("call.controls")}
      data-still={still && !reacting}
      className="call-controls transition-opacity duration-200 data-[still=true]:not-focus-within:not-hover:opacity-0"
    >
      {reacting && <ReactPalette onReact={props.onReact} onClose={() => setReacting(false)} />}
      <TippedControl
        label={t(muted ? "call.microphoneMuted" : "call.microphone")}
        {...key("microphone")}
        icon={heard ? <Mic /> : <MicOff />}
        pressed={heard}
        off={!heard}
        onClick={props.onMicrophone}
      />
      <TippedControl
        label={t("call.camera")}
        {...key("camera")}
        icon={live(camera) ? <VideoIcon /> : <VideoOff />}
        pressed={live(camera)}
        off={!live(camera)}
        onClick={props.onCamera}
      />
      <div ref={extra} className="call-extra">
        {share}
        <TippedControl
          label={t("call.react")}
          icon={<SmilePlus />}
          chosen={reacting}
          aria-expanded={reacting}
          onPointerEnter={ReactPalette.preload}
          onFocus={ReactPalette.preload}
          // Also while they are on their way.
          onKeyDown={({ key: pressed }) => pressed === "Escape" && setReacting(false)}
          onClick={() => setReacting(!reacting)}
          className={share === false ? "" : "ms-2"}
        />
        <TippedControl
          label={t(handUp ? "call.lowerHand" : "call.raiseHand")}
          {...key("hand")}
          icon={<Hand />}
          pressed={handUp}
          chosen={handUp}
          onClick={props.onHand}
        />
        <TippedControl
          label={t("call.captions")}
          {...key("captions")}
          icon={<Captions />}
          pressed={props.captions}
          chosen={props.captions}
          onClick={props.onCaptions}
          // In the menu, where the bar has no room for one more.
          className="@max-[739px]/main:hidden"
        />
        <span className="w-1" />
      </div>
      <TippedControl
        label={
          unread > 0 && !chatOpen
            ? t(mentioned ? "call.chatMentioned" : "call.chatUnread", { count: unread })
            : t("call.chat")
        }
        {...key("chat")}
        icon={<MessageSquare />}
        pressed={chatOpen}
        chosen={chatOpen}
        count={chatOpen ? 0 : unread}
        countSign={mentioned ? "@" : ""}
        onClick={props.onChat}
      />
      <TippedControl
        label={waiting > 0 && !peopleOpen ? t("call.panelCount", { count: waiting }) : t("call.panel")}
        icon={<Users />}
        pressed={peopleOpen}
        chosen={peopleOpen}
        count={peopleOpen ? 0 : waiting}
        onPointerEnter={onPeopleSoon}
        onFocus={onPeopleSoon}
        onClick={props.onPeople}
      />
      <MoreControl
        view={{
          get compact() {
            return extra.current?.offsetParent === null;
          },
          onReact: () => setReacting(true),
        }}
        sharing={sharing}
        handUp={handUp}
        layout={props.layout}
        floating={props.floating}
        rank={props.rank}
        onShare={props.onShare}
        onHand={props.onHand}
        onLayout={props.onLayout}
        onFloat={props.onFloat}
        onDialog={props.onDialog}
        onFailed={props.onMoreFailed}
      />
      <button type="button" onClick={props.onLeave} className="call-leave">
        <LogOut className="rtl:-scale-x-100" />
        <span className="@max-[480px]/main:sr-only">{t("call.leave")}</span>
      </button>
    </section>
  );
});
