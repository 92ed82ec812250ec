import MonitorUp from "lucide-react/icons/monitor-up";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Tile, Video } from "~/ui/Tile.tsx";
import type { ParticipantView } from "../core/participantView.ts";
import { EnlargeButton } from "./EnlargeButton.tsx";
import { PinButton } from "./PinButton.tsx";

interface ScreenTileProps {
  /** The participant who shares the screen. */
  person: ParticipantView;
  /** False: the tile plays audio only. */
  videoEnabled: boolean;
  /** The key for pinning. */
  tileKey: string;
  spotlight: boolean;
  pinned: boolean;
  onPin: ((key: string | null) => void) | null;
  onVideoElement(video: HTMLVideoElement): void;
  onAutoplayBlocked(): void;
}

/** The shared screen of a remote participant, with its audio. */
export function ScreenTile({
  person,
  videoEnabled,
  tileKey,
  spotlight,
  pinned,
  onPin,
  onVideoElement,
  onAutoplayBlocked,
}: ScreenTileProps) {
  const t = useMessages();
  const { screen, colour, name, muted } = person;
  if (screen === null) return null;
  const label = t("call.screenOf", { name });
  const onTogglePin = onPin && (() => onPin(pinned ? null : tileKey));
  return (
    <Tile colour={colour} stage={spotlight} kind="screen" {...(onTogglePin !== null && { onDoubleClick: onTogglePin })}>
      <Video
        stream={screen}
        label={label}
        isLocal={false}
        isScreen
        videoOff={!videoEnabled}
        muted={muted}
        onElement={onVideoElement}
        onBlocked={onAutoplayBlocked}
      />
      {!videoEnabled && (
        <p className="absolute inset-0 grid place-content-center p-4 text-center text-14 text-pretty text-ink-soft">
          {t("call.screenUnseen")}
        </p>
      )}
      {videoEnabled && <EnlargeButton stream={screen} label={label} />}
      {onTogglePin !== null && <PinButton name={label} pinned={pinned} onToggle={onTogglePin} />}
      <p className="tile-name">
        <MonitorUp className="size-4 flex-none text-ink-soft" />
        <span className="truncate">{label}</span>
      </p>
    </Tile>
  );
}
