import { Fragment, useEffect, useReducer, useSyncExternalStore } from "react";
import { type LanguagePairs, translatesAnything } from "#contracts/languagePairs.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { useMeetingConfig } from "~/lib/MeetingConfig.tsx";
import { LanguageName } from "~/translation/LanguageName.tsx";
import { useTranslationFailureText } from "~/translation/useTranslationFailureText.ts";
import { type CoveredPerson, computeCoverage } from "./core/translationCoverage.ts";
import type { Timeline, TimelineSnapshot } from "./timeline.ts";
import { COVERAGE_GRACE_MS } from "./timelineEntry.ts";

interface TranslationCoverageProps {
  /** The participants in the call, the local one included. */
  people: readonly CoveredPerson[];
  timeline: Timeline;
}

/** The languages in which the people in the call can read the lines. */
export function TranslationCoverage({ people, timeline }: TranslationCoverageProps) {
  const { pairs } = useMeetingConfig();
  const { lines, translationFailures } = useSyncExternalStore(timeline.subscribe, timeline.getSnapshot);
  const [, checkLateLines] = useReducer((checks: number) => checks + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: by then the newest lines may be late
  useEffect(() => {
    const timer = setTimeout(checkLateLines, COVERAGE_GRACE_MS);
    return () => clearTimeout(timer);
  }, [lines]);
  return (
    <CoverageSummary
      people={people}
      lines={lines}
      translationFailures={translationFailures}
      pairs={pairs}
      isLate={timeline.isLate}
    />
  );
}

interface CoverageSummaryProps extends Pick<TimelineSnapshot, "lines" | "translationFailures"> {
  people: readonly CoveredPerson[];
  pairs: LanguagePairs;
  isLate: Timeline["isLate"];
}

/** "Everything here is available in: English (3), Español (1)", and the gaps with their reasons. */
export function CoverageSummary({ people, lines, translationFailures, pairs, isLate }: CoverageSummaryProps) {
  const t = useMessages();
  const format = useFormatters();
  const failureText = useTranslationFailureText();
  const translates = translatesAnything(pairs);
  const coverage = computeCoverage({ lines, people, pairs, isLate, failures: translationFailures });
  const gaps = coverage.flatMap((item) => item.gaps.map((gap) => ({ language: item.language, ...gap })));
  // Before the first line there is no gap that could explain it.
  const asWritten = !translates && gaps.length === 0 && coverage.length > 1;
  const languages = format.listParts(coverage.length, "enumeration").map((part) => {
    if (typeof part === "string") return part;
    const item = coverage[part];
    if (item === undefined) return null;
    return (
      <Fragment key={item.language}>
        {t.rich("people.reach.language", { language: <LanguageName code={item.language} />, count: item.readerCount })}
      </Fragment>
    );
  });
  return (
    <div className="text-14 leading-snug text-pretty">
      <p>{t.rich(gaps.length === 0 && !asWritten ? "people.reach.all" : "people.reach.some", { languages })}</p>
      {asWritten && <p className="mt-1.5 text-13 text-warning">{t("chat.asWritten")}</p>}
      {gaps.length > 0 && (
        <ul className="mt-1.5 grid gap-1 text-13 text-warning">
          {gaps.map((gap) => (
            <li key={`${gap.language} ${gap.reason}`}>
              {t.rich("people.reach.missing", {
                language: <LanguageName code={gap.language} />,
                from: format.list(gap.sourceLanguages.map((code) => format.languageName(code))),
                reason: gap.reason === "late" ? t("people.reach.late") : failureText(gap.reason),
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
