import Mic from "lucide-react/icons/mic";
import MicOff from "lucide-react/icons/mic-off";
import Pin from "lucide-react/icons/pin";
import VideoOff from "lucide-react/icons/video-off";
import VolumeX from "lucide-react/icons/volume-x";
import WifiHigh from "lucide-react/icons/wifi-high";
import WifiLow from "lucide-react/icons/wifi-low";
import type { ReactNode } from "react";
import type { Participant } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Badge } from "~/ui/Badge.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { PictureAvatar } from "~/ui/PictureAvatar.tsx";
import type { TileParticipant } from "../core/callView.ts";
import { useMeetingAvatar } from "../useMeetingAvatar.ts";
import { SpeaksReads } from "./SpeaksReads.tsx";

interface ParticipantRowProps {
  participant: Participant;
  isMe?: boolean;
  /** Only for a participant in the call. */
  live?: TileParticipant;
  pinned?: boolean;
  captionSource?: ReactNode;
  /** Replaces the languages. */
  note?: ReactNode;
  /** Actions at the end of the row. */
  children?: ReactNode;
}

export function ParticipantRow({
  participant,
  isMe = false,
  live,
  pinned = false,
  captionSource,
  note,
  children,
}: ParticipantRowProps) {
  const t = useMessages();
  const avatar = useMeetingAvatar(participant.user_id);
  const { colour, display_name, role, speaks, reads, muted } = participant;
  const badges = live && (
    <>
      {muted && (
        <Badge tone="warning" icon={<VolumeX />}>
          {t("call.mutedByHost")}
        </Badge>
      )}
      {pinned && <Badge icon={<Pin />}>{t("call.pinned")}</Badge>}
      {live.quality === "fair" && <Badge icon={<WifiHigh />}>{t("call.quality.fair")}</Badge>}
      {live.quality === "poor" && (
        <Badge tone="warning" icon={<WifiLow />}>
          {t("call.quality.poor")}
        </Badge>
      )}
    </>
  );
  return (
    <li className="flex min-h-control items-start gap-3" data-user={participant.user_id}>
      <span className="mt-0.5 flex flex-none">
        <PictureAvatar avatar={avatar} colour={colour} name={display_name} />
      </span>
      <div className="min-w-0 flex-1 leading-snug">
        <div className="flex gap-2">
          <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
            <span className="font-strong wrap-anywhere">
              {isMe ? t.rich("call.you", { name: <bdi>{display_name}</bdi> }) : <bdi>{display_name}</bdi>}
            </span>
            {role === "host" && <Chip tone="accent">{t("people.role.host")}</Chip>}
            {role === "co-host" && <Chip>{t("people.role.coHost")}</Chip>}
          </p>
          <div className="-my-2.5 flex flex-none items-center gap-2">
            {live && <MediaStatus live={live} />}
            {children}
          </div>
        </div>
        <p className="text-14 text-ink-soft">{note ?? <SpeaksReads speaks={speaks} reads={reads} />}</p>
        {captionSource}
        {badges && <p className="mt-1 flex flex-wrap gap-x-3 gap-y-1 empty:hidden">{badges}</p>}
      </div>
    </li>
  );
}

/** Whether camera and microphone are on, as icons and as text for screen readers. */
function MediaStatus({ live }: { live: TileParticipant }) {
  const t = useMessages();
  return (
    <span className="flex items-center gap-2 text-ink-soft">
      {live.camera === false && <VideoOff />}
      {live.microphone === false ? <MicOff /> : <Mic className={live.speaking ? "text-success" : ""} />}
      <span className="sr-only">
        {live.microphone === false ? t("call.microphoneOff") : t("people.microphoneOn")}
        {live.camera === false && `, ${t("people.cameraOff")}`}
      </span>
    </span>
  );
}
