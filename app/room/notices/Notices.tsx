import DoorOpen from "lucide-react/icons/door-open";
import Mic from "lucide-react/icons/mic";
import VolumeX from "lucide-react/icons/volume-x";
import X from "lucide-react/icons/x";
import { memo, type ReactNode, useReducer, useState, useSyncExternalStore } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Banner } from "~/ui/Banner.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorIcon, errorMessages } from "~/ui/errorMessages.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { useDelayedFlag } from "~/ui/useDelayedFlag.ts";
import { useCamera, useMicrophone } from "../controls/useCaptureDevice.ts";
import { useRaisedHand } from "../controls/useRaisedHand.ts";
import { useScreenShare } from "../controls/useScreenShare.ts";
import { lazyConfirmationAlert, ScreenSharePreview, WaitingRoomCard } from "../lazy.tsx";
import { isJoined, useCallView, useDevicesSnapshot, useRoom } from "../RoomProvider.tsx";
import { useCallUi } from "../screen/CallUiProvider.tsx";
import { SignalBars } from "../stage/SignalBars.tsx";
import { CatchUpOffer } from "./CatchUpOffer.tsx";
import { MediaModeBanner } from "./MediaModeBanner.tsx";
import { useModeSuggestion } from "./useModeSuggestion.ts";

/**
 * Errors and notices, in their only place in the top row. The stylesheet shows the first of them, so this order is their
 * priority. Each notice reads its own hook.
 */
export const Notices = memo(function Notices() {
  return (
    <div className="call-notices">
      <ReconnectingNotice />
      <WaitingRoomNotice />
      <UnattendedWaitingNotice />
      <DeviceErrorNotices />
      <AutoplayNotice />
      <MicrophoneNotices />
      <ConnectionNotices />
      <ScreenShareNotices />
      <ConfirmationNotice />
      <CatchUpOffer />
    </div>
  );
});

/** Stays mounted after the first knock, so that it announces the next ones. */
function WaitingRoomNotice() {
  const waiting = useCallView(({ waitingParticipants }) => waitingParticipants.length > 0);
  const [needed, setNeeded] = useState(false);
  if (waiting && !needed) setNeeded(true);
  return needed ? <WaitingRoomCard /> : null;
}

/** Guests cannot admit anybody, but they can fetch somebody who can. */
function UnattendedWaitingNotice() {
  const t = useMessages();
  const unattended = useCallView(({ waitsUnattended }) => waitsUnattended);
  return unattended && <NoticeBanner icon={<DoorOpen />}>{t("call.waitingUnattended")}</NoticeBanner>;
}

/** Loads after the first video frames. */
const CONFIRMATIONS_DELAY_MS = 3_000;

/** A meeting that keeps nothing has no marks. A failed load repeats without a notice, because nobody asked for it. */
function ConfirmationNotice() {
  const joined = useCallView((view) => isJoined(view) && view.meeting?.keep === "days");
  const ready = useDelayedFlag(joined, CONFIRMATIONS_DELAY_MS);
  const [attempt, loadAgain] = useReducer((count: number) => count + 1, 0);
  return (
    <lazyConfirmationAlert.LazyBoundary
      key={attempt}
      active={ready}
      onFailed={() => setTimeout(loadAgain, CONFIRMATIONS_DELAY_MS)}
    >
      {(ConfirmationAlert) => <ConfirmationAlert />}
    </lazyConfirmationAlert.LazyBoundary>
  );
}

function ReconnectingNotice() {
  const code = useCallView(({ state }) => (state.name === "reconnecting" ? state.reason : null));
  return code && <ErrorBanner code={code} />;
}

/** Each error can be dismissed: the device's button shows it, too. */
function DeviceErrorNotices() {
  const microphone = useMicrophone();
  const camera = useCamera();
  const [dismissed, setDismissed] = useState<ReadonlySet<ErrorCode>>(new Set());
  const retryByCode = new Map<ErrorCode, () => void>();
  for (const { error, toggle } of [microphone, camera]) if (error !== null) retryByCode.set(error, toggle);
  return [...retryByCode].map(
    ([code, retry]) =>
      !dismissed.has(code) && (
        <ErrorBanner
          key={code}
          code={code}
          action={
            <>
              <RetryButton onClick={retry} />
              <DismissButton onClick={() => setDismissed(new Set([...dismissed, code]))} />
            </>
          }
        />
      ),
  );
}

function AutoplayNotice() {
  const t = useMessages();
  const { autoplayBlocked } = useCallUi();
  const blocked = useSyncExternalStore(autoplayBlocked.subscribe, autoplayBlocked.getSnapshot);
  if (!blocked) return null;
  const playAll = (button: Element) => {
    // Browsers allow this only within the click handler.
    for (const video of button.closest("main")?.querySelectorAll("video") ?? []) video.play().catch(() => {});
    autoplayBlocked.set(false);
  };
  return (
    <NoticeBanner
      icon={<VolumeX />}
      action={
        <Button size="s" variant="primary" onClick={(event) => playAll(event.currentTarget)}>
          {t("call.soundOn")}
        </Button>
      }
    >
      {t("call.soundBlocked")}
    </NoticeBanner>
  );
}

function MicrophoneNotices() {
  const t = useMessages();
  const { dialog } = useCallUi();
  const muted = useCallView(({ me }) => me?.muted ?? false);
  const silent = useDevicesSnapshot((snapshot) => snapshot.silent);
  const hand = useRaisedHand();
  if (muted)
    return (
      <NoticeBanner
        icon={<VolumeX />}
        action={
          !hand.raised && (
            <Button size="s" onClick={hand.toggle}>
              {t("call.raiseHand")}
            </Button>
          )
        }
      >
        {t("call.youAreMuted")}
      </NoticeBanner>
    );
  if (!silent) return null;
  return (
    <NoticeBanner
      icon={<Mic />}
      action={
        <Button size="s" onClick={() => dialog.set("devices")}>
          {t("call.devices")}
        </Button>
      }
    >
      {t("prejoin.nothingHeard")}
    </NoticeBanner>
  );
}

function ConnectionNotices() {
  const t = useMessages();
  const { call } = useRoom();
  const mode = useCallView((view) => view.mode);
  const poorConnection = useCallView((view) => view.poorConnection);
  const { suggestion, decline } = useModeSuggestion(poorConnection, mode);
  return (
    <>
      {suggestion !== null && (
        <NoticeBanner
          icon={<SignalBars lit={1} />}
          action={
            <>
              <Button size="s" variant="ghost" onClick={decline}>
                {t("call.notNow")}
              </Button>
              <Button size="s" variant="primary" onClick={() => call.setMode(suggestion)}>
                {t(`call.mode.${suggestion}`)}
              </Button>
            </>
          }
        >
          {t(suggestion === "sound" ? "call.weak.all" : "call.weak.sound")}
        </NoticeBanner>
      )}
      {mode !== "all" && <MediaModeBanner mode={mode} onBack={() => call.setMode("all")} />}
    </>
  );
}

function ScreenShareNotices() {
  const t = useMessages();
  const { stream, failure, stop } = useScreenShare();
  if (stream !== null) return <ScreenSharePreview stream={stream} onStop={stop} />;
  if (failure === null) return null;
  return (
    <NoticeBanner icon={<X />} action={<DismissButton onClick={stop} />}>
      {t(failure === "device/permission-denied" ? "call.screenForbidden" : "call.screenFailed")}
    </NoticeBanner>
  );
}

function NoticeBanner({ icon, action, children }: { icon: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <Banner tone="warning" icon={icon} action={action}>
      {children}
    </Banner>
  );
}

function ErrorBanner({ code, action }: { code: ErrorCode; action?: ReactNode }) {
  const t = useMessages();
  const { happened, todo } = errorMessages(t, code);
  return (
    <Banner tone="danger" icon={<ErrorIcon code={code} />} action={action}>
      <span className="font-strong">{happened}</span> <span className="text-ink-soft">{todo}</span>
    </Banner>
  );
}

function DismissButton({ onClick }: { onClick(): void }) {
  const t = useMessages();
  return <IconButton size="s" label={t("action.close")} icon={<X />} onClick={onClick} />;
}

function RetryButton({ onClick }: { onClick(): void }) {
  const t = useMessages();
  return (
    <Button size="s" onClick={onClick}>
      {t("action.retry")}
    </Button>
  );
}
