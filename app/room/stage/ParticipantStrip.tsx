import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageName } from "~/translation/LanguageName.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import type { ParticipantView } from "../core/participantView.ts";
import { sortTiles } from "./layout.ts";
import { AudioStatus, RaisedHandBadge } from "./ParticipantTile.tsx";

/** The participants in the text-only mode. */
export function ParticipantStrip({ people }: { people: readonly ParticipantView[] }) {
  const t = useMessages();
  return (
    <ul aria-label={t("call.people")} className="people-strip">
      {sortTiles(people).map(({ id, colour, name, isMe, speaks, muted, microphone, hand, reaction }) => (
        <li
          key={id}
          className="flex min-h-control min-w-0 flex-none items-center gap-2.5 rounded-m bg-raised px-3 py-1.5"
        >
          <Avatar colour={colour} name={name} size="s" />
          <bdi className="min-w-0 flex-1 truncate leading-snug">{isMe ? t("call.you", { name }) : name}</bdi>
          {reaction !== null && <span aria-hidden="true">{reaction}</span>}
          <RaisedHandBadge place={hand} />
          {!isMe && <AudioStatus muted={muted} microphone={microphone} />}
          {!isMe && <LanguageName code={speaks} className="flex-none text-13 text-ink-soft" />}
        </li>
      ))}
    </ul>
  );
}
