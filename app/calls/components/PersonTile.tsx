import MicOff from "lucide-react/icons/mic-off";
import { useMessages } from "~/i18n/index.tsx";
import { LanguageName } from "~/languages/index.ts";
import { Avatar } from "~/ui/Avatar.tsx";
import { Spinner } from "~/ui/Spinner.tsx";
import { Tile, Video } from "~/ui/Tile.tsx";
import type { ConnectionView, PersonView } from "../view.ts";

interface PersonTileProps {
  person: PersonView;
  stage: boolean;
  onBlocked(): void;
}

/** One person: their picture or initials, name, what they speak, and what is wrong if something is. */
export function PersonTile({ person, stage, onBlocked }: PersonTileProps) {
  const t = useMessages();
  const { stream, number, name, isMe, camera, microphone, connection, speaks, speaking } = person;
  const shown = isMe ? t("call.you", { name }) : name;
  const seen = stream !== null && camera && connection !== "failed";
  return (
    <Tile number={number} speaking={speaking && microphone} stage={stage}>
      {stream !== null && (
        <Video stream={stream} label={shown} own={isMe} hidden={!seen} {...(!isMe && { onBlocked })} />
      )}
      {!seen && (
        <div className="absolute inset-0 grid place-items-center">
          <Avatar number={number} name={name} size="xl" />
        </div>
      )}
      <Trouble connection={connection} />
      <p className="absolute start-1.5 bottom-1.5 inline-flex max-w-[calc(100%-12px)] items-center gap-2 rounded-[8px] bg-room/78 px-2 py-0.75 text-13 leading-snug @s/call:start-2.5 @s/call:bottom-2.5 @s/call:px-2.5 @s/call:py-1.25 @s/call:text-14">
        {!microphone && (
          <>
            <MicOff className="size-4 text-danger" />
            <span className="sr-only">{t("call.microphoneOff")}</span>
          </>
        )}
        <bdi className="truncate">{shown}</bdi>
        {!isMe && <LanguageName code={speaks} className="flex-none text-13 text-ink-soft" />}
      </p>
    </Tile>
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
