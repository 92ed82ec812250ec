import { Fragment, useEffect, useReducer, useSyncExternalStore } from "react";
import type { Language } from "#contracts/languages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageName } from "~/translation/LanguageName.tsx";
import { useTranslationFailureText } from "./components/LineText.tsx";
import { COVERAGE_GRACE_MS, computeCoverage } from "./core/translationCoverage.ts";
import type { Timeline, TimelineSnapshot } from "./timeline.ts";

interface TranslationCoverageProps {
  /** What each in the call reads, oneself too. */
  readers: readonly Language[];
  timeline: Timeline;
  /** Something here may translate what is written. */
  translates: boolean;
}

/** In which languages the people in the call have what is written. */
export function TranslationCoverage({ readers, timeline, translates }: TranslationCoverageProps) {
  const { lines, translationFailures } = useSyncExternalStore(timeline.subscribe, timeline.getSnapshot);
  const [, checkLateLines] = useReducer((checks: number) => checks + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came last may be late by then
  useEffect(() => {
    const timer = setTimeout(checkLateLines, COVERAGE_GRACE_MS);
    return () => clearTimeout(timer);
  }, [lines]);
  return (
    <CoverageSummary
      readers={readers}
      lines={lines}
      translationFailures={translationFailures}
      translates={translates}
      isLate={timeline.isLate}
    />
  );
}

type CoverageSummaryProps = Pick<TimelineSnapshot, "lines" | "translationFailures"> &
  Pick<TranslationCoverageProps, "readers" | "translates"> &
  Pick<Timeline, "isLate">;

/** "Everything here reaches: English (3), Español (1)", and under it what does not and why. */
export function CoverageSummary({ readers, lines, translationFailures, translates, isLate }: CoverageSummaryProps) {
  const t = useMessages();
  const format = useFormatters();
  const reason = useTranslationFailureText();
  const coverage = computeCoverage(lines, translationFailures, readers, isLate);
  const gaps = coverage.flatMap(({ language, gaps }) => gaps.map((one) => ({ language, ...one })));
  // Before a first line shows it, and says why.
  const asWritten = !translates && gaps.length === 0 && coverage.length > 1;
  const languages = format.listParts(coverage.length, "enumeration").map((part) => {
    if (typeof part === "string") return part;
    const one = coverage[part];
    if (one === undefined) return null;
    return (
      <Fragment key={one.language}>
        {t.rich("people.reach.language", { language: <LanguageName code={one.language} />, count: one.readerCount })}
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
                reason: gap.reason === "late" ? t("people.reach.late") : reason(gap.reason),
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
