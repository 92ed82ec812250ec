import LogOut from "lucide-react/icons/log-out";
import SmilePlus from "lucide-react/icons/smile-plus";
import { memo, useRef, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ControlWithTooltip } from "~/ui/ControlWithTooltip.tsx";
import { ReactionBar } from "../lazy.tsx";
import { useRoom } from "../RoomProvider.tsx";
import {
  CameraButton,
  CaptionsButton,
  ChatButton,
  HandButton,
  MicrophoneButton,
  PeopleButton,
  ScreenShareButton,
} from "./ControlButtons.tsx";
import { MoreButton } from "./MoreButton.tsx";
import type { MoreMenuProps } from "./MoreMenu.tsx";
import { useIdle } from "./useIdle.ts";

/** The controls of the call. Controls that do not fit are in the menu of the last one. */
export const ControlBar = memo(function ControlBar(props: Omit<MoreMenuProps, "overflow">) {
  const { call } = useRoom();
  const t = useMessages();
  const idle = useIdle();
  const [reactionsOpen, setReactionsOpen] = useState(false);
  const overflowRef = useRef<HTMLDivElement>(null);
  return (
    <section
      aria-label={t("call.controls")}
      data-still={idle && !reactionsOpen}
      className="call-controls transition-opacity duration-200 data-[still=true]:not-focus-within:not-hover:opacity-0"
    >
      {reactionsOpen && <ReactionBar onReact={call.react} onClose={() => setReactionsOpen(false)} />}
      <MicrophoneButton />
      <CameraButton />
      <div ref={overflowRef} className="call-extra">
        <ScreenShareButton />
        <ControlWithTooltip
          label={t("call.react")}
          icon={<SmilePlus />}
          active={reactionsOpen}
          aria-expanded={reactionsOpen}
          onPointerEnter={ReactionBar.preload}
          onFocus={ReactionBar.preload}
          // Also closes them while they load.
          onKeyDown={({ key }) => key === "Escape" && setReactionsOpen(false)}
          onClick={() => setReactionsOpen(!reactionsOpen)}
          className="not-first:ms-2"
        />
        <HandButton />
        <CaptionsButton />
        <span className="w-1" />
      </div>
      <ChatButton />
      <PeopleButton />
      <MoreButton
        {...props}
        overflow={{
          get compact() {
            return overflowRef.current?.offsetParent === null;
          },
          onOpenReactions: () => setReactionsOpen(true),
        }}
      />
      <button type="button" onClick={() => void call.leave()} className="call-leave">
        <LogOut className="rtl:-scale-x-100" />
        <span className="@max-[480px]/main:sr-only">{t("call.leave")}</span>
      </button>
    </section>
  );
});
