import LogOut from "lucide-react/icons/log-out";
import SmilePlus from "lucide-react/icons/smile-plus";
import { memo, useRef, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ControlWithTooltip } from "~/ui/ControlWithTooltip.tsx";
import { ReactionBar } from "../lazy.tsx";
import { useRoom } from "../RoomProvider.tsx";
import {
  CameraButton,
  ChatButton,
  HandButton,
  MicrophoneButton,
  PeopleButton,
  ScreenShareButton,
} from "./ControlButtons.tsx";
import { CaptionsPill, LanguagesPill } from "./ControlPills.tsx";
import { MoreButton } from "./MoreButton.tsx";
import type { MoreMenuProps } from "./MoreMenu.tsx";

/** Returns the names of the controls that the stylesheet hides in a narrow window. */
const hiddenControlsOf = (bar: HTMLElement | null): ReadonlySet<string> =>
  new Set(
    [...(bar?.querySelectorAll<HTMLElement>("[data-overflow]") ?? [])].flatMap((control) =>
      control.offsetParent === null ? [control.dataset.overflow ?? ""] : [],
    ),
  );

/**
 * The controls of the call. The bar spans the window, so that no panel moves them, and Leave has a corner of its own.
 * Controls that do not fit are in the menu.
 */
export const ControlBar = memo(function ControlBar(props: Omit<MoreMenuProps, "overflow">) {
  const { call } = useRoom();
  const t = useMessages();
  const [reactionsOpen, setReactionsOpen] = useState(false);
  const bar = useRef<HTMLElement>(null);
  return (
    <section ref={bar} aria-label={t("call.controls")} className="call-controls">
      <div className="call-pills">
        <CaptionsPill />
        <LanguagesPill />
      </div>
      <div className="call-toggles">
        {reactionsOpen && <ReactionBar onReact={call.react} onClose={() => setReactionsOpen(false)} />}
        <MicrophoneButton />
        <CameraButton />
        <div data-overflow="screen" className="call-not-phone">
          <ScreenShareButton />
        </div>
        <span className="call-gap" />
        <div data-overflow="react" className="call-wide">
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
          />
        </div>
        <HandButton />
        <span className="call-gap" />
        <ChatButton />
        <div data-overflow="people" className="call-wide">
          <PeopleButton />
        </div>
        <MoreButton
          {...props}
          overflow={{
            hiddenControls: () => hiddenControlsOf(bar.current),
            onOpenReactions: () => setReactionsOpen(true),
          }}
        />
      </div>
      <div>
        <button type="button" onClick={() => void call.leave()} className="call-leave">
          <LogOut className="rtl:-scale-x-100" />
          <span>{t("call.leave")}</span>
        </button>
      </div>
    </section>
  );
});
