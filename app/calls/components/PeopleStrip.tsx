import { useMessages } from "~/i18n/index.tsx";
import { LanguageName } from "~/languages/index.ts";
import { Avatar } from "~/ui/Avatar.tsx";
import { arrange } from "../arrange.ts";
import type { PersonView } from "../view.ts";
import { Raised, Sound } from "./PersonTile.tsx";

/** Who is here, where no picture and no sound is taken. */
export function PeopleStrip({ people }: { people: readonly PersonView[] }) {
  const t = useMessages();
  return (
    <ul aria-label={t("call.people")} className="people-strip">
      {arrange(people).map(({ id, number, name, isMe, speaks, muted, microphone, hand, reaction }) => (
        <li
          key={id}
          className="flex min-h-control min-w-0 flex-none items-center gap-2.5 rounded-m bg-raised px-3 py-1.5"
        >
          <Avatar number={number} name={name} size="s" />
          <bdi className="min-w-0 flex-1 truncate leading-snug">{isMe ? t("call.you", { name }) : name}</bdi>
          {reaction !== null && <span aria-hidden="true">{reaction}</span>}
          <Raised place={hand} />
          {!isMe && <Sound muted={muted} microphone={microphone} />}
          {!isMe && <LanguageName code={speaks} className="flex-none text-13 text-ink-soft" />}
        </li>
      ))}
    </ul>
  );
}
