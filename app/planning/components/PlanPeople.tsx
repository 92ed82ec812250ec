import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Avatar } from "~/ui/Avatar.tsx";
import { cx } from "~/ui/cx.ts";
import type { DetailsView, InviteeView } from "../calendarView.ts";
import { type CalendarFormats, createCalendarFormats } from "../core/calendarFormats.ts";
import type { OccurrenceView } from "../core/dayLayout.ts";
import { hourKind, localDay } from "../core/localHours.ts";
import { cityOf } from "../core/zoneNames.ts";

interface PlanPeopleProps {
  details: Pick<DetailsView, "invitees" | "readerColour">;
  occurrence: OccurrenceView;
  formats: CalendarFormats;
}

const ROW_CLASS =
  "grid grid-cols-[32px_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-2 text-14 leading-snug";

/** The reader, and the invitees with their answers, and when the meeting is on the clock of each. */
export function PlanPeople({ details: { invitees, readerColour }, occurrence, formats }: PlanPeopleProps) {
  const t = useMessages();
  if (invitees.length === 0) return <p className="text-14 text-ink-soft">{t("planning.nobody")}</p>;
  return (
    <ul aria-label={t("planning.invitees")} className="border-b border-line">
      {!invitees.some(({ isReader }) => isReader) && (
        <li className={ROW_CLASS}>
          <Avatar colour={readerColour} name={t("planning.you")} />
          <span>
            {t("planning.you")}
            <bdi lang="en" className="block text-13 text-ink-soft">
              {cityOf(formats.zone)}
            </bdi>
          </span>
          <LocalHour zone={formats.zone} occurrence={occurrence} formats={formats} />
        </li>
      )}
      {invitees.map((invitee) => (
        <PersonRow key={invitee.id} invitee={invitee} occurrence={occurrence} formats={formats} />
      ))}
    </ul>
  );
}

interface PersonRowProps {
  invitee: InviteeView;
  occurrence: OccurrenceView;
  formats: CalendarFormats;
}

function PersonRow({ invitee, occurrence, formats }: PersonRowProps) {
  const { name, isReader, colour, zone, answer, proposedAt } = invitee;
  const t = useMessages();
  const shown = name ?? t("planning.unnamed");
  return (
    <li className={ROW_CLASS}>
      <Avatar colour={colour} name={shown} />
      <span className="min-w-0">
        <span className="block wrap-anywhere">{isReader ? t("planning.you") : <bdi>{shown}</bdi>}</span>
        <span className="block text-13 text-ink-soft">
          {zone !== null && <bdi lang="en">{cityOf(zone)}</bdi>}
          {zone !== null && " · "}
          <span className={cx(answer === "yes" && "text-success", answer === "no" && "text-danger")}>
            {t(`planning.answer.${answer}`)}
          </span>
        </span>
        {proposedAt !== null && (
          <span className="block text-13 text-warning">
            {t("planning.proposes", {
              day: formats.dayAndMonth(localDay(formats.zone, proposedAt)),
              time: formats.time(proposedAt),
            })}
          </span>
        )}
      </span>
      {zone !== null && <LocalHour zone={zone} occurrence={occurrence} formats={formats} />}
    </li>
  );
}

interface LocalHourProps {
  zone: string;
  occurrence: Pick<OccurrenceView, "startsAt" | "endsAt">;
  formats: CalendarFormats;
}

/** The time on the clock of a zone, with the day. Hours of the night are marked. */
export function LocalHour({ zone, occurrence, formats }: LocalHourProps) {
  const t = useMessages();
  const { startsAt, endsAt } = occurrence;
  const there = createCalendarFormats(formats.languageTag, zone);
  const kind = hourKind(there.zone, startsAt, endsAt);
  const day = there.longWeekday(localDay(there.zone, startsAt));
  return (
    <span className={cx("text-end tabular-nums", kind === "night" && "text-warning")}>
      <b className="block text-16 font-strong">{there.time(startsAt)}</b>
      <span className={cx("block text-13", kind !== "night" && "text-ink-soft")}>
        {kind === "day" ? day : t(`planning.hour.${kind}`, { day })}
      </span>
    </span>
  );
}
