import type { ReactNode } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { callTime } from "~/transcripts/callTime.ts";
import type { TranscriptPerson } from "~/transcripts/transcriptView.ts";
import type { TalkTimes } from "../core/recap.ts";
import type { RecapView } from "../core/recapView.ts";
import { RecapSection } from "./RecapSection.tsx";
import { useDuration } from "./useDuration.ts";

interface TalkTimeProps {
  talk: TalkTimes;
  captioned: RecapView["captioned"];
  /** Start of the call, milliseconds since the epoch. */
  startedAt: number;
  personOf(id: string): TranscriptPerson | undefined;
}

/** Talk time by person and by language, as text with a bar. */
export function TalkTime({ talk, captioned, startedAt, personOf }: TalkTimeProps) {
  const t = useMessages();
  const format = useFormatters();
  const formatDuration = useDuration();
  if (talk.languages.length === 0)
    return (
      <RecapSection title={t("recap.talk")}>
        <p className="text-14 text-pretty text-ink-soft">{t("recap.talk.none")}</p>
      </RecapSection>
    );
  return (
    <RecapSection title={t("recap.talk")}>
      <div className="grid gap-5">
        {captioned !== null && (
          <p className="text-14 text-ink-soft tabular-nums">
            {t("recap.captioned", {
              from: callTime(startedAt, captioned.from),
              until: callTime(startedAt, captioned.until),
            })}
          </p>
        )}
        {talk.people.length === 0 ? (
          <p className="text-14 text-pretty text-ink-soft">{t("recap.talk.attended")}</p>
        ) : (
          <Bars title={t("recap.talk.people")}>
            {talk.people.map(({ id, share, seconds, languages }) => (
              <Bar
                key={id}
                name={<bdi>{personOf(id)?.name ?? t("transcript.somebody")}</bdi>}
                value={`${formatDuration(seconds)} · ${format.share(share)}`}
                share={share}
                personColourIndex={personOf(id)?.colour ?? 1}
                note={
                  languages.length > 1 &&
                  languages
                    .map((entry) => `${format.languageName(entry.language)}: ${formatDuration(entry.seconds)}`)
                    .join(" · ")
                }
              />
            ))}
          </Bars>
        )}
        <Bars title={t("recap.talk.languages")}>
          {talk.languages.map(({ language, share, seconds }) => (
            <Bar
              key={language}
              name={format.languageName(language)}
              value={`${formatDuration(seconds)} · ${format.share(share)}`}
              share={share}
            />
          ))}
        </Bars>
      </div>
    </RecapSection>
  );
}

function Bars({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1.5 text-13 leading-snug font-strong text-ink-soft">{title}</h3>
      <ul className="grid gap-2.5">{children}</ul>
    </div>
  );
}

interface BarProps {
  name: ReactNode;
  value: string;
  /** Between 0 and 1. */
  share: number;
  /** Default: the accent colour. */
  personColourIndex?: number;
  note?: ReactNode;
}

function Bar({ name, value, share, personColourIndex, note }: BarProps) {
  return (
    <li data-person={personColourIndex} className="text-14 leading-snug">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="min-w-0 wrap-anywhere">{name}</span>
        <span className="text-13 text-ink-soft tabular-nums">{value}</span>
      </p>
      <span
        aria-hidden="true"
        className="ui-track mt-1 block h-1.5 overflow-hidden rounded-full bg-sunken print:border print:border-line"
      >
        <span
          className={`ui-fill block h-full min-w-1 rounded-full print:[print-color-adjust:exact] ${personColourIndex === undefined ? "bg-accent" : "bg-person"}`}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      {note && <p className="mt-1 text-13 text-ink-soft">{note}</p>}
    </li>
  );
}
