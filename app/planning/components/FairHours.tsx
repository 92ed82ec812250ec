import Check from "lucide-react/icons/check";
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

/** Compares how people share the early and late hours of a series: at one hour, and in turns. */
export function FairHours({ fair, formats, used, onUse }: FairHoursProps) {
  const t = useMessages();
  return (
    <section aria-labelledby="fair-hours" className="rounded-l border border-line">
      <div className="p-4">
        <h3 id="fair-hours" className="text-18 font-head">
          {t("planForm.fair")}
        </h3>
        <p className="mt-1 text-14 text-pretty text-ink-soft">{t("planForm.fair.text")}</p>
        <p aria-hidden="true" className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-soft">
          {BARS.map((bar) => (
            <span key={bar} className="flex items-center gap-2">
              <span data-bar={bar} className="cal-burden cal-burden-key" />
              {t(`planForm.fair.key.${bar}`)}
            </span>
          ))}
        </p>
        <ul className="mt-3 grid gap-3">
          {fair.people.map((person) => (
            <Burden key={person.id} person={person} most={fair.most} />
          ))}
        </ul>
      </div>
      <div className="grid gap-3 border-t border-line p-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h4 className="text-16 font-head">{t("planForm.fair.turnsTable")}</h4>
          <Button
            size="s"
            aria-pressed={used}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent pointer-coarse:min-h-control"
            onClick={() => onUse(!used)}
          >
            {used && <Check className="size-4.5" />}
            {t("planForm.fair.use")}
          </Button>
        </div>
        <Turns fair={fair} formats={formats} />
      </div>
    </section>
  );
}

const BARS = ["fixed", "turns"] as const;
const ROUNDED = 10;

function Burden({ person: { name, fixed, rotated }, most }: { person: FairPerson; most: number }) {
  const t = useMessages();
  const { number } = useFormatters();
  const hoursOf = { fixed, turns: rotated };
  return (
    <li className="grid items-center gap-x-3 text-14 leading-snug s:grid-cols-[10rem_minmax(0,1fr)]">
      <bdi className="truncate font-strong">{name}</bdi>
      <span className="grid gap-1">
        {BARS.map((bar) => {
          const hours = number(Math.round(hoursOf[bar] * ROUNDED) / ROUNDED);
          return (
            <span key={bar} className="flex items-center gap-2 text-13 leading-none tabular-nums">
              <span
                data-bar={bar}
                className="cal-burden"
                style={cssVariables({ "--cal-share": most === 0 ? 0 : hoursOf[bar] / most })}
              />
              <span aria-hidden="true" className={bar === "turns" ? "font-strong" : "text-ink-soft"}>
                {t("planForm.fair.hours", { hours })}
              </span>
              <span className="sr-only">{t(`planForm.fair.${bar}`, { hours })}</span>
            </span>
          );
        })}
      </span>
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
          <tr className="text-ink-soft *:px-2 *:pb-1 *:text-start *:align-bottom *:font-body">
            <th scope="col">{t("planForm.date")}</th>
            {people.map(({ id, name, zone }) => (
              <th key={id} scope="col">
                <bdi className="block max-w-28 truncate">{name}</bdi>
                <bdi lang="en" className="block">
                  {cityOf(zone)}
                </bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {turns.map(({ startsAt, endsAt }) => (
            <tr key={startsAt} className="border-t border-line *:px-2 *:py-1.5 *:text-start *:whitespace-nowrap">
              <th scope="row" className="font-body">
                {formats.dayAndMonth(localDay(formats.zone, startsAt))}
              </th>
              {people.map(({ id }, at) => {
                const there = clocks[at] ?? formats;
                const isDay = hourKind(there.zone, startsAt, endsAt) === "day";
                return (
                  <td key={id} className={isDay ? "" : "bg-warning-soft font-strong text-warning"}>
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
