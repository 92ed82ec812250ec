import Hand from "lucide-react/icons/hand";
import MicOff from "lucide-react/icons/mic-off";
import VolumeX from "lucide-react/icons/volume-x";
import { memo } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageName } from "~/translation/LanguageName.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { Spinner } from "~/ui/Spinner.tsx";
import { Tile, Video } from "~/ui/Tile.tsx";
import type { ConnectionStatus, ParticipantView } from "../core/participantView.ts";
import { LazyTileAvatar } from "../lazy.tsx";
import { PinButton } from "./PinButton.tsx";
import { SignalBars } from "./SignalBars.tsx";

interface ParticipantTileProps {
  person: ParticipantView;
  /** The key for pinning. */
  tileKey: string;
  spotlight: boolean;
  pinned: boolean;
  /** Null if pinning makes no difference. Called with null to unpin. */
  onPin: ((key: string | null) => void) | null;
  onVideoElement(video: HTMLVideoElement): void;
  onAutoplayBlocked(): void;
}

const keepInitials = () => {};

/** Re-renders only when this participant changes. */
export const ParticipantTile = memo(function ParticipantTile(props: ParticipantTileProps) {
  const { person, tileKey, spotlight, pinned, onPin, onVideoElement, onAutoplayBlocked } = props;
  const t = useMessages();
  const { id, stream, colour, name, isMe, camera, microphone, muted, connection, speaks, speaking } = person;
  const displayName = isMe ? t("call.you", { name }) : name;
  const videoExpected = camera !== false && connection !== "failed";
  const videoShown = stream !== null && videoExpected && camera === true;
  const onTogglePin = onPin && (() => onPin(pinned ? null : tileKey));
  return (
    <Tile
      colour={colour}
      speaking={speaking && microphone}
      stage={spotlight}
      {...(onTogglePin !== null && { onDoubleClick: onTogglePin })}
    >
      {!videoShown && (
        <div className="tile-portrait absolute inset-0 grid place-items-center">
          <LazyTileAvatar fallback={<Avatar colour={colour} name={name} size="xl" />} onFailed={keepInitials}>
            {({ TileAvatar }) => <TileAvatar id={id} colour={colour} name={name} />}
          </LazyTileAvatar>
        </div>
      )}
      {stream !== null && (
        <Video
          stream={stream}
          label={displayName}
          isLocal={isMe}
          videoOff={!videoExpected}
          muted={muted}
          {...(!isMe && { onElement: onVideoElement, onBlocked: onAutoplayBlocked })}
        />
      )}
      <ConnectionNotice connection={connection} />
      <RaisedHandBadge place={person.hand} />
      {onTogglePin !== null && <PinButton name={displayName} pinned={pinned} onToggle={onTogglePin} />}
      {person.reaction !== null && (
        <span key={person.reaction} aria-hidden="true" className="tile-reaction">
          {person.reaction}
        </span>
      )}
      <p className="tile-name">
        <AudioStatus muted={muted} microphone={microphone} />
        <bdi className="truncate">{displayName}</bdi>
        {!isMe && <LanguageName code={speaks} className="tile-language flex-none text-13 text-ink-soft" />}
        <QualityIndicator quality={isMe ? null : person.quality} />
      </p>
    </Tile>
  );
});

/** Shows why a participant is inaudible, with a text for screen readers. */
export function AudioStatus({ muted, microphone }: { muted: boolean; microphone: boolean }) {
  const t = useMessages();
  if (muted)
    return (
      <span title={t("call.mutedByHost")} className="flex-none">
        <VolumeX className="size-4 text-warning" />
        <span className="sr-only">{t("call.mutedByHost")}</span>
      </span>
    );
  if (microphone) return null;
  return (
    <span className="flex-none">
      <MicOff className="size-4 text-danger" />
      <span className="sr-only">{t("call.microphoneOff")}</span>
    </span>
  );
}

/** A raised hand, with its place in the queue from the second on. */
export function RaisedHandBadge({ place }: { place: number | null }) {
  const t = useMessages();
  const format = useFormatters();
  if (place === null) return null;
  return (
    <p className="tile-hand" title={t("call.handRaised")}>
      <Hand className="size-4" />
      <span className="sr-only">{t("call.handPlace", { place: format.number(place) })}</span>
      <span aria-hidden="true" className="tile-words">
        {t("call.handRaised")}
      </span>
      {place > 1 && (
        <span aria-hidden="true" className="font-head tabular-nums">
          {format.number(place)}
        </span>
      )}
    </p>
  );
}

function QualityIndicator({ quality }: { quality: ParticipantView["quality"] }) {
  const t = useMessages();
  if (quality === null) return null;
  return (
    <span title={t(`call.quality.${quality}`)} className="flex-none">
      <SignalBars lit={quality === "fair" ? 2 : 1} />
      <span className="sr-only">{t(`call.quality.${quality}`)}</span>
    </span>
  );
}

function ConnectionNotice({ connection }: { connection: ConnectionStatus }) {
  const t = useMessages();
  switch (connection) {
    case "connected":
      return null;
    case "connecting":
    case "reconnecting":
      return (
        <p className="absolute inset-x-0 top-3 mx-auto flex w-max max-w-[calc(100%-24px)] items-center gap-2 rounded-[8px] bg-room/78 px-2.5 py-1.25 text-13 leading-snug">
          <Spinner />
          {t(connection === "connecting" ? "call.connecting" : "call.reconnecting")}
        </p>
      );
    case "failed":
      return (
        <p className="absolute inset-x-3 top-3 mx-auto w-max max-w-[calc(100%-24px)] rounded-[8px] bg-room/78 px-2.5 py-1.25 text-center text-13 leading-snug text-balance">
          {t("call.noConnection")}
        </p>
      );
    default:
      return connection satisfies never;
  }
}
