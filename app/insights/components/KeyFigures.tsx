import type { InsightFigures } from "#contracts/measureResults.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { ReaderLocale } from "~/lib/dates.ts";
import { useFigureFormats } from "~/lib/useFigureFormats.ts";

interface KeyFiguresProps {
  figures: InsightFigures;
  reader: ReaderLocale;
  /** Attendees of one call. Undefined for several calls. */
  attendees?: number;
}

/** The most important figures, at the top. */
export function KeyFigures({ figures, reader, attendees }: KeyFiguresProps) {
  const t = useMessages();
  const format = useFigureFormats(reader.languageTag);
  const { calls, seconds, languages, spoken, people } = figures;
  const shown = [
    attendees === undefined
      ? { key: "meetings", label: t("insights.key.meetings"), value: format.number(calls) }
      : { key: "people", label: t("insights.key.people"), value: format.number(attendees) },
    { key: "time", label: t("insights.key.time"), value: format.duration(seconds) },
    { key: "languages", label: t("insights.key.languages"), value: format.number(languages.length) },
    {
      key: "speakers",
      label: t("insights.key.speakers"),
      value:
        spoken === 0
          ? "–"
          : t("insights.key.speakersOf", {
              effective: format.decimal(figures.effective_speakers / spoken),
              people: format.decimal(people / spoken),
            }),
    },
  ];
  return (
    <dl className="mb-6 grid grid-cols-2 border-y border-line min-[48rem]:grid-cols-4 l:mb-8">
      {shown.map(({ key, label, value }) => (
        <div
          key={key}
          className="border-line py-4 not-first:ps-4 not-first:border-s max-[48rem]:nth-3:border-s-0 max-[48rem]:nth-3:ps-0 max-[48rem]:nth-[n+3]:border-t"
        >
          <dt className="text-14 text-ink-soft">{label}</dt>
          <dd className="text-22 leading-tight font-head tabular-nums s:text-28">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
