import MonitorUp from "lucide-react/icons/monitor-up";
import { useMessages } from "~/i18n/index.tsx";
import { Tile, Video } from "~/ui/Tile.tsx";
import type { PersonView } from "../view.ts";
import { PinButton } from "./PinButton.tsx";

interface ScreenTileProps {
  /** Who shares it. */
  person: PersonView;
  /** Off: its sound alone is taken. */
  seen: boolean;
  /** Under which it is pinned. */
  tileKey: string;
  stage: boolean;
  pinned: boolean;
  onPin: ((key: string | null) => void) | null;
  onElement(video: HTMLVideoElement): void;
  onBlocked(): void;
}

/** The screen that somebody else shares, whole and with its sound. */
export function ScreenTile({ person, seen, tileKey, stage, pinned, onPin, onElement, onBlocked }: ScreenTileProps) {
  const t = useMessages();
  const { screen, number, name, muted } = person;
  if (screen === null) return null;
  const label = t("call.screenOf", { name });
  const onPress = onPin && (() => onPin(pinned ? null : tileKey));
  return (
    <Tile number={number} stage={stage} kind="screen" {...(onPress !== null && { onDoubleClick: onPress })}>
      <Video
        stream={screen}
        label={label}
        own={false}
        whole
        hidden={!seen}
        silent={muted}
        onElement={onElement}
        onBlocked={onBlocked}
      />
      {!seen && (
        <p className="absolute inset-0 grid place-content-center p-4 text-center text-14 text-pretty text-ink-soft">
          {t("call.screenUnseen")}
        </p>
      )}
      {onPress !== null && <PinButton name={label} pinned={pinned} onPress={onPress} />}
      <p className="tile-name">
        <MonitorUp className="size-4 flex-none text-ink-soft" />
        <span className="truncate">{label}</span>
      </p>
    </Tile>
  );
}
