import Mic from "lucide-react/icons/mic";
import VolumeX from "lucide-react/icons/volume-x";
import X from "lucide-react/icons/x";
import { type ReactNode, useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Banner } from "~/ui/Banner.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { lateComponent } from "~/ui/late.tsx";
import type { Mode } from "../core/mode.ts";
import { ModeNote } from "./ModeNote.tsx";
import { SignalBars } from "./SignalBars.tsx";
import { useOffer } from "./useOffer.ts";

const OwnShare = lateComponent([], () => import("./extras.ts").then((loaded) => loaded.OwnShare));

export interface Trouble {
  readonly code: ErrorCode;
  /** A press that may mend it. */
  readonly retry?: () => void;
}

export interface NoticesProps {
  /** Who wants to come in. */
  lobby: ReactNode;
  trouble: Trouble | null;
  /** Of microphone and camera: said once, and then the control shows it. */
  devices: readonly Trouble[];
  soundBlocked: boolean;
  /** By somebody who leads the meeting. */
  muted: boolean;
  handUp: boolean;
  /** The microphone is on and nothing comes from it. */
  silent: boolean;
  /** One's own screen, while the others see it. */
  shared: MediaStream | null;
  /** It could not be shared. */
  shareFailed: boolean;
  weak: boolean;
  mode: Mode;
  onSound(from: Element): void;
  onHand(): void;
  onDevices(): void;
  onStopShare(): void;
  onMode(mode: Mode): void;
  /** Quieter than all of it. */
  children?: ReactNode;
}

/** What is wrong and what holds now, in a row of its own above the faces; the tiles make room. */
export function Notices(props: NoticesProps) {
  const { trouble, devices, soundBlocked, muted, handUp, silent, shared, shareFailed, weak, mode, onMode } = props;
  const t = useMessages();
  const { offer, decline } = useOffer(weak, mode);
  return (
    <div className="call-notices">
      {props.lobby}
      {trouble && (
        <ErrorNotice shape="row" code={trouble.code} action={trouble.retry && <Retry onPress={trouble.retry} />} />
      )}
      <DeviceTroubles devices={devices} />
      {soundBlocked && (
        <Strip
          icon={<VolumeX />}
          action={
            <Button variant="primary" onClick={(event) => props.onSound(event.currentTarget)}>
              {t("call.soundOn")}
            </Button>
          }
        >
          {t("call.soundBlocked")}
        </Strip>
      )}
      {muted && (
        <Strip icon={<VolumeX />} action={!handUp && <Button onClick={props.onHand}>{t("call.raiseHand")}</Button>}>
          {t("call.youAreMuted")}
        </Strip>
      )}
      {silent && !muted && (
        <Strip icon={<Mic />} action={<Button onClick={props.onDevices}>{t("call.devices")}</Button>}>
          {t("door.nothingHeard")}
        </Strip>
      )}
      {offer !== null && (
        <Strip
          icon={<SignalBars lit={1} />}
          action={
            <div className="flex gap-2">
              <Button variant="ghost" onClick={decline}>
                {t("call.notNow")}
              </Button>
              <Button variant="primary" onClick={() => onMode(offer)}>
                {t(`call.mode.${offer}`)}
              </Button>
            </div>
          }
        >
          {t(offer === "sound" ? "call.weak.all" : "call.weak.sound")}
        </Strip>
      )}
      {mode !== "all" && <ModeNote mode={mode} onBack={() => onMode("all")} />}
      {shared !== null && <OwnShare stream={shared} onStop={props.onStopShare} />}
      {shareFailed && (
        <Strip icon={<X />} action={<CloseButton onPress={props.onStopShare} />}>
          {t("call.screenFailed")}
        </Strip>
      )}
      {props.children}
    </div>
  );
}

function DeviceTroubles({ devices }: { devices: readonly Trouble[] }) {
  const [dismissed, setDismissed] = useState<ReadonlySet<ErrorCode>>(new Set());
  const shown = [...new Map(devices.map((device) => [device.code, device])).values()].filter(
    ({ code }) => !dismissed.has(code),
  );
  return shown.map(({ code, retry }) => (
    <ErrorNotice
      key={code}
      shape="row"
      code={code}
      action={
        <>
          {retry && <Retry onPress={retry} />}
          <CloseButton onPress={() => setDismissed(new Set([...dismissed, code]))} />
        </>
      }
    />
  ));
}

function Strip({ icon, action, children }: { icon: ReactNode; action: ReactNode; children: ReactNode }) {
  return (
    <Banner tone="warning" icon={icon} action={action} className="mx-auto w-max max-w-full">
      {children}
    </Banner>
  );
}

function CloseButton({ onPress }: { onPress(): void }) {
  const t = useMessages();
  return <IconButton size="s" label={t("action.close")} icon={<X />} onClick={onPress} />;
}

function Retry({ onPress }: { onPress(): void }) {
  const t = useMessages();
  return (
    <Button size="s" onClick={onPress}>
      {t("action.retry")}
    </Button>
  );
}
