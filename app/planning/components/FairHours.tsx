import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { type CalendarFormats, createCalendarFormats } from "../core/calendarFormats.ts";
import type { FairPerson, FairView } from "../core/fairView.ts";
import { hourKind, localDay } from "../core/localHours.ts";
import { cityOf } from "../core/zoneNames.ts";
import { cssVariables } from "./cssVariables.ts";

interface FairHoursProps {
  fair: FairView;
  formats: CalendarFormats;
  used: boolean;
  onUse(used: boolean): void;
}

/** Who carries the early and late hours of a series: at one hour, and in turns. */
export function FairHours({ fair, formats, used, onUse }: FairHoursProps) {
  const t = useMessages();
  return (
    <section aria-labelledby="fair-hours" className="grid gap-4 rounded-l border border-line p-4">
      <div>
        <h3 id="fair-hours" className="text-18 font-head">
          {t("planForm.fair")}
        </h3>
        <p className="mt-1 text-14 text-pretty text-ink-soft">{t("planForm.fair.text")}</p>
      </div>
      <ul className="grid gap-3">
        {fair.people.map((person) => (
          <Burden key={person.id} person={person} most={fair.most} />
        ))}
      </ul>
      <Turns fair={fair} formats={formats} />
      <Button size="s" aria-pressed={used} className="justify-self-start" onClick={() => onUse(!used)}>
        {t(used ? "planForm.fair.unuse" : "planForm.fair.use")}
      </Button>
    </section>
  );
}

const ROUNDED = 10;

function Burden({ person: { name, fixed, rotated }, most }: { person: FairPerson; most: number }) {
  const t = useMessages();
  const { number } = useFormatters();
  const bars = [
    { key: "fixed", hours: fixed },
    { key: "turns", hours: rotated },
  ] as const;
  return (
    <li className="text-14 leading-snug">
      <bdi className="font-strong">{name}</bdi>
      {bars.map(({ key, hours }) => (
        <span key={key} className="mt-1 flex items-center gap-2 text-13 tabular-nums">
          <span
            aria-hidden="true"
            data-bar={key}
            className="cal-burden"
            style={cssVariables({ "--cal-share": most === 0 ? 0 : hours / most })}
          />
          {t(`planForm.fair.${key}`, { hours: number(Math.round(hours * ROUNDED) / ROUNDED) })}
        </span>
      ))}
    </li>
  );
}

/** When the first occurrences are on the clock of each person. */
function Turns({ fair: { people, turns }, formats }: Pick<FairHoursProps, "fair" | "formats">) {
  const t = useMessages();
  const clocks = people.map(({ zone }) => createCalendarFormats(formats.languageTag, zone));
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-13 tabular-nums">
        <caption className="sr-only">{t("planForm.fair.turnsTable")}</caption>
        <thead>
          <tr className="text-ink-soft *:pe-3 *:pb-1 *:text-start *:font-body">
            <th scope="col">{t("planForm.date")}</th>
            {people.map(({ id, name, zone }) => (
              <th key={id} scope="col">
                <bdi>{name}</bdi>
                <bdi lang="en" className="block">
                  {cityOf(zone)}
                </bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {turns.map(({ startsAt, endsAt }) => (
            <tr key={startsAt} className="border-t border-line *:py-1.5 *:pe-3 *:text-start">
              <th scope="row" className="font-body">
                {formats.dayAndMonth(localDay(formats.zone, startsAt))}
              </th>
              {people.map(({ id }, at) => {
                const there = clocks[at] ?? formats;
                const isDay = hourKind(there.zone, startsAt, endsAt) === "day";
                return (
                  <td key={id} className={isDay ? "" : "font-strong text-warning"}>
                    {there.time(startsAt)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
