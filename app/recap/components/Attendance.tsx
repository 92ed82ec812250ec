import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import { PictureAvatar } from "~/ui/PictureAvatar.tsx";
import type { RecapAttendee } from "../core/recapView.ts";
import { RecapSection } from "./RecapSection.tsx";
import { useDuration } from "./useDuration.ts";

/** The attendees with their times, messages and languages. */
export function Attendance({ people, times }: { people: readonly RecapAttendee[]; times: DateFormatter }) {
  const t = useMessages();
  const format = useFormatters();
  const formatDuration = useDuration();
  return (
    <RecapSection title={t("recap.people")}>
      <ul className="border-b border-line">
        {people.map((person) => (
          <li key={person.id} className="flex gap-3 border-t border-line py-2.5">
            <PictureAvatar avatar={person.avatar} colour={person.colour} name={person.name} />
            <div className="min-w-0 leading-snug">
              <p className="font-strong wrap-anywhere">
                <bdi>{person.name}</bdi>
              </p>
              <p suppressHydrationWarning className="text-13 text-ink-soft tabular-nums">
                {person.leftAt === null
                  ? t("recap.here", { start: times.shortTime(person.joinedAt) })
                  : t("recap.there", { start: times.shortTime(person.joinedAt), end: times.shortTime(person.leftAt) })}
                {" · "}
                {formatDuration(person.seconds)}
                {person.messages > 0 && ` · ${t("recap.messages", { count: person.messages })}`}
              </p>
              <p className="text-13 text-ink-soft">
                {person.speaks === person.reads
                  ? format.languageName(person.speaks)
                  : t("recap.says", {
                      speaks: format.languageName(person.speaks),
                      reads: format.languageName(person.reads),
                    })}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </RecapSection>
  );
}
