import Mic from "lucide-react/icons/mic";
import VolumeX from "lucide-react/icons/volume-x";
import X from "lucide-react/icons/x";
import { type ReactNode, useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import type { MediaMode } from "~/call/mediaMode.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Banner } from "~/ui/Banner.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { lazyComponent } from "~/ui/lazy.tsx";
import { SignalBars } from "../stage/SignalBars.tsx";
import { MediaModeBanner } from "./MediaModeBanner.tsx";
import { useModeSuggestion } from "./useModeSuggestion.ts";

const ScreenSharePreview = lazyComponent([], () =>
  import("../screen/roomExtras.ts").then((loaded) => loaded.ScreenSharePreview),
);

export interface CallError {
  readonly code: ErrorCode;
  /** A press that may mend it. */
  readonly onRetry?: () => void;
}

export interface NoticesProps {
  /** Who wants to come in. */
  waitingRoom: ReactNode;
  callError: CallError | null;
  /** Of microphone and camera: said once, and then the control shows it. */
  deviceErrors: readonly CallError[];
  autoplayBlocked: boolean;
  /** By somebody who leads the meeting. */
  muted: boolean;
  handRaised: boolean;
  /** The microphone is on and nothing comes from it. */
  micSilent: boolean;
  /** One's own screen, while the others see it. */
  screenShare: MediaStream | null;
  /** It could not be shared. */
  screenShareFailed: boolean;
  poorConnection: boolean;
  mode: MediaMode;
  onPlayAudio(from: Element): void;
  onRaiseHand(): void;
  onOpenDeviceSettings(): void;
  onStopScreenShare(): void;
  onModeChange(mode: MediaMode): void;
  /** Quieter than all of it. */
  children?: ReactNode;
}

/** What is wrong and what holds now, in a row of its own above the faces; the tiles make room. */
export function Notices(props: NoticesProps) {
  const {
    callError,
    deviceErrors,
    autoplayBlocked,
    muted,
    handRaised,
    micSilent,
    screenShare,
    screenShareFailed,
    poorConnection,
    mode,
    onModeChange,
  } = props;
  const t = useMessages();
  const { suggestion, decline } = useModeSuggestion(poorConnection, mode);
  return (
    <div className="call-notices">
      {props.waitingRoom}
      {callError && (
        <ErrorNotice
          shape="row"
          code={callError.code}
          action={callError.onRetry && <RetryButton onPress={callError.onRetry} />}
        />
      )}
      <DeviceErrorNotices devices={deviceErrors} />
      {autoplayBlocked && (
        <NoticeBanner
          icon={<VolumeX />}
          action={
            <Button variant="primary" onClick={(event) => props.onPlayAudio(event.currentTarget)}>
              {t("call.soundOn")}
            </Button>
          }
        >
          {t("call.soundBlocked")}
        </NoticeBanner>
      )}
      {muted && (
        <NoticeBanner
          icon={<VolumeX />}
          action={!handRaised && <Button onClick={props.onRaiseHand}>{t("call.raiseHand")}</Button>}
        >
          {t("call.youAreMuted")}
        </NoticeBanner>
      )}
      {micSilent && !muted && (
        <NoticeBanner icon={<Mic />} action={<Button onClick={props.onOpenDeviceSettings}>{t("call.devices")}</Button>}>
          {t("door.nothingHeard")}
        </NoticeBanner>
      )}
      {suggestion !== null && (
        <NoticeBanner
          icon={<SignalBars lit={1} />}
          action={
            <div className="flex gap-2">
              <Button variant="ghost" onClick={decline}>
                {t("call.notNow")}
              </Button>
              <Button variant="primary" onClick={() => onModeChange(suggestion)}>
                {t(`call.mode.${suggestion}`)}
              </Button>
            </div>
          }
        >
          {t(suggestion === "sound" ? "call.weak.all" : "call.weak.sound")}
        </NoticeBanner>
      )}
      {mode !== "all" && <MediaModeBanner mode={mode} onBack={() => onModeChange("all")} />}
      {screenShare !== null && <ScreenSharePreview stream={screenShare} onStop={props.onStopScreenShare} />}
      {screenShareFailed && (
        <NoticeBanner icon={<X />} action={<DismissButton onPress={props.onStopScreenShare} />}>
          {t("call.screenFailed")}
        </NoticeBanner>
      )}
      {props.children}
    </div>
  );
}

function DeviceErrorNotices({ devices }: { devices: readonly CallError[] }) {
  const [dismissed, setDismissed] = useState<ReadonlySet<ErrorCode>>(new Set());
  const shown = [...new Map(devices.map((device) => [device.code, device])).values()].filter(
    ({ code }) => !dismissed.has(code),
  );
  return shown.map(({ code, onRetry }) => (
    <ErrorNotice
      key={code}
      shape="row"
      code={code}
      action={
        <>
          {onRetry && <RetryButton onPress={onRetry} />}
          <DismissButton onPress={() => setDismissed(new Set([...dismissed, code]))} />
        </>
      }
    />
  ));
}

function NoticeBanner({ icon, action, children }: { icon: ReactNode; action: ReactNode; children: ReactNode }) {
  return (
    <Banner tone="warning" icon={icon} action={action} className="mx-auto w-max max-w-full">
      {children}
    </Banner>
  );
}

function DismissButton({ onPress }: { onPress(): void }) {
  const t = useMessages();
  return <IconButton size="s" label={t("action.close")} icon={<X />} onClick={onPress} />;
}

function RetryButton({ onPress }: { onPress(): void }) {
  const t = useMessages();
  return (
    <Button size="s" onClick={onPress}>
      {t("action.retry")}
    </Button>
  );
}
