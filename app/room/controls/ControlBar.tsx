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
import { type DeviceControlView, isLive } from "~/devices/deviceControlView.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ControlWithTooltip } from "~/ui/ControlWithTooltip.tsx";
import { lazyComponent } from "~/ui/lazy.tsx";
import { MoreButton } from "./MoreButton.tsx";
import type { MoreMenuProps } from "./MoreMenu.tsx";
import { SHORTCUT_KEYS } from "./shortcuts.ts";

const ReactionBar = lazyComponent([], () => import("../screen/roomExtras.ts").then((loaded) => loaded.ReactionBar));

interface ControlBarProps extends Omit<MoreMenuProps, "overflow"> {
  microphone: DeviceControlView;
  /** By somebody who leads the meeting. */
  muted: boolean;
  camera: DeviceControlView;
  /** They are shown. */
  captionsShown: boolean;
  panel: "chat" | "people" | null;
  unreadCount: number;
  /** Something of it mentions this person. */
  mentioned: boolean;
  /** Those who wait to come in or to speak. */
  attentionCount: number;
  /** Single keys are on: tooltips name them. */
  shortcutsEnabled: boolean;
  /** Nothing has moved for a while: the bar fades, unless it is focused or hovered. */
  idle: boolean;
  onToggleMicrophone(): void;
  onToggleCamera(): void;
  onReact(emoji: Emoji): void;
  onToggleCaptions(): void;
  onToggleChat(): void;
  onTogglePeople(): void;
  /** A pointer or the keyboard is on the way there. */
  onPreloadPeople(): void;
  onLeave(): void;
  /** The menu could not be had. */
  onMenuLoadError(): void;
}

/**
 * What one does in the call, in one bar; what it has no room for stands in the menu of its last control. It is drawn anew for
 * what it shows alone: a call changes all the time.
 */
export const ControlBar = memo(function Bar(props: ControlBarProps) {
  const {
    microphone,
    muted,
    camera,
    sharing,
    handRaised,
    panel,
    unreadCount,
    mentioned,
    attentionCount,
    shortcutsEnabled,
    idle,
    onPreloadPeople,
  } = props;
  const t = useMessages();
  const [reactionsOpen, setReactionsOpen] = useState(false);
  const overflowRef = useRef<HTMLDivElement>(null);
  const shortcutProps = (name: keyof typeof SHORTCUT_KEYS) =>
    shortcutsEnabled ? { shortcut: SHORTCUT_KEYS[name] } : {};
  const micLive = isLive(microphone) && !muted;
  const chatOpen = panel === "chat";
  const peopleOpen = panel === "people";
  const screenShareButton = sharing !== null && (
    <ControlWithTooltip
      label={t(sharing ? "call.shareStop" : "call.share")}
      icon={<MonitorUp />}
      pressed={sharing}
      active={sharing}
      onClick={props.onToggleScreenShare}
    />
  );
  return (
    <section
      aria-label={t("call.controls")}
      data-still={idle && !reactionsOpen}
      className="call-controls transition-opacity duration-200 data-[still=true]:not-focus-within:not-hover:opacity-0"
    >
      {reactionsOpen && <ReactionBar onReact={props.onReact} onClose={() => setReactionsOpen(false)} />}
      <ControlWithTooltip
        label={t(muted ? "call.microphoneMuted" : "call.microphone")}
        {...shortcutProps("microphone")}
        icon={micLive ? <Mic /> : <MicOff />}
        pressed={micLive}
        muted={!micLive}
        onClick={props.onToggleMicrophone}
      />
      <ControlWithTooltip
        label={t("call.camera")}
        {...shortcutProps("camera")}
        icon={isLive(camera) ? <VideoIcon /> : <VideoOff />}
        pressed={isLive(camera)}
        muted={!isLive(camera)}
        onClick={props.onToggleCamera}
      />
      <div ref={overflowRef} className="call-extra">
        {screenShareButton}
        <ControlWithTooltip
          label={t("call.react")}
          icon={<SmilePlus />}
          active={reactionsOpen}
          aria-expanded={reactionsOpen}
          onPointerEnter={ReactionBar.preload}
          onFocus={ReactionBar.preload}
          // Also while they are on their way.
          onKeyDown={({ key: pressed }) => pressed === "Escape" && setReactionsOpen(false)}
          onClick={() => setReactionsOpen(!reactionsOpen)}
          className={screenShareButton === false ? "" : "ms-2"}
        />
        <ControlWithTooltip
          label={t(handRaised ? "call.lowerHand" : "call.raiseHand")}
          {...shortcutProps("hand")}
          icon={<Hand />}
          pressed={handRaised}
          active={handRaised}
          onClick={props.onToggleHand}
        />
        <ControlWithTooltip
          label={t("call.captions")}
          {...shortcutProps("captions")}
          icon={<Captions />}
          pressed={props.captionsShown}
          active={props.captionsShown}
          onClick={props.onToggleCaptions}
          // In the menu, where the bar has no room for one more.
          className="@max-[739px]/main:hidden"
        />
        <span className="w-1" />
      </div>
      <ControlWithTooltip
        label={
          unreadCount > 0 && !chatOpen
            ? t(mentioned ? "call.chatMentioned" : "call.chatUnread", { count: unreadCount })
            : t("call.chat")
        }
        {...shortcutProps("chat")}
        icon={<MessageSquare />}
        pressed={chatOpen}
        active={chatOpen}
        count={chatOpen ? 0 : unreadCount}
        countPrefix={mentioned ? "@" : ""}
        onClick={props.onToggleChat}
      />
      <ControlWithTooltip
        label={attentionCount > 0 && !peopleOpen ? t("call.panelCount", { count: attentionCount }) : t("call.panel")}
        icon={<Users />}
        pressed={peopleOpen}
        active={peopleOpen}
        count={peopleOpen ? 0 : attentionCount}
        onPointerEnter={onPreloadPeople}
        onFocus={onPreloadPeople}
        onClick={props.onTogglePeople}
      />
      <MoreButton
        overflow={{
          get compact() {
            return overflowRef.current?.offsetParent === null;
          },
          onOpenReactions: () => setReactionsOpen(true),
        }}
        sharing={sharing}
        handRaised={handRaised}
        layout={props.layout}
        pipOpen={props.pipOpen}
        rank={props.rank}
        onToggleScreenShare={props.onToggleScreenShare}
        onToggleHand={props.onToggleHand}
        onLayoutChange={props.onLayoutChange}
        onTogglePip={props.onTogglePip}
        onOpenDialog={props.onOpenDialog}
        onLoadError={props.onMenuLoadError}
      />
      <button type="button" onClick={props.onLeave} className="call-leave">
        <LogOut className="rtl:-scale-x-100" />
        <span className="@max-[480px]/main:sr-only">{t("call.leave")}</span>
      </button>
    </section>
  );
});
