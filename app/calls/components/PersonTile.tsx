import Hand from "lucide-react/icons/hand";
import MicOff from "lucide-react/icons/mic-off";
import VolumeX from "lucide-react/icons/volume-x";
import { memo } from "react";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { LanguageName } from "~/languages/index.ts";
import { Avatar } from "~/ui/Avatar.tsx";
import { Spinner } from "~/ui/Spinner.tsx";
import { Tile, Video } from "~/ui/Tile.tsx";
import type { ConnectionView, PersonView } from "../view.ts";
import { PinButton } from "./PinButton.tsx";
import { SignalBars } from "./SignalBars.tsx";

interface PersonTileProps {
  person: PersonView;
  /** Under which it is pinned. */
  tileKey: string;
  stage: boolean;
  pinned: boolean;
  /** `null` where there is nothing to choose between; given `null` nothing is pinned any more. */
  onPin: ((key: string | null) => void) | null;
  onElement(video: HTMLVideoElement): void;
  onBlocked(): void;
}

/**
 * One person: their picture or initials, name, what they speak, what they do now, and what is wrong if something is. Drawn anew
 * when something of this one has changed.
 */
export const PersonTile = memo(function Person(props: PersonTileProps) {
  const { person, tileKey, stage, pinned, onPin, onElement, onBlocked } = props;
  const t = useMessages();
  const { stream, number, name, isMe, camera, microphone, muted, connection, speaks, speaking } = person;
  const shown = isMe ? t("call.you", { name }) : name;
  const mayCome = camera !== false && connection !== "failed";
  const seen = stream !== null && mayCome && camera === true;
  const onPress = onPin && (() => onPin(pinned ? null : tileKey));
  return (
    <Tile
      number={number}
      speaking={speaking && microphone}
      stage={stage}
      {...(onPress !== null && { onDoubleClick: onPress })}
    >
      {!seen && (
        <div className="tile-portrait absolute inset-0 grid place-items-center">
          <Avatar number={number} name={name} size="xl" />
        </div>
      )}
      {stream !== null && (
        <Video
          stream={stream}
          label={shown}
          own={isMe}
          hidden={!mayCome}
          silent={muted}
          {...(!isMe && { onElement, onBlocked })}
        />
      )}
      <Trouble connection={connection} />
      <Raised place={person.hand} />
      {onPress !== null && <PinButton name={shown} pinned={pinned} onPress={onPress} />}
      {person.reaction !== null && (
        <span key={person.reaction} aria-hidden="true" className="tile-reaction">
          {person.reaction}
        </span>
      )}
      <p className="tile-name">
        <Sound muted={muted} microphone={microphone} />
        <bdi className="truncate">{shown}</bdi>
        {!isMe && <LanguageName code={speaks} className="tile-language flex-none text-13 text-ink-soft" />}
        <Line quality={isMe ? null : person.quality} />
      </p>
    </Tile>
  );
});

/** Why one does not hear somebody, in a sign for the eye and in words for the ear. */
export function Sound({ muted, microphone }: { muted: boolean; microphone: boolean }) {
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

/** A raised hand, and its place in line from the second on. */
export function Raised({ place }: { place: number | null }) {
  const t = useMessages();
  const format = useFormat();
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

function Line({ quality }: { quality: PersonView["quality"] }) {
  const t = useMessages();
  if (quality === null) return null;
  return (
    <span title={t(`call.quality.${quality}`)} className="flex-none">
      <SignalBars lit={quality === "fair" ? 2 : 1} />
      <span className="sr-only">{t(`call.quality.${quality}`)}</span>
    </span>
  );
}

function Trouble({ connection }: { connection: ConnectionView }) {
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
