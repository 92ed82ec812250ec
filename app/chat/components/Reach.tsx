import { Fragment, useEffect, useReducer, useSyncExternalStore } from "react";
import type { Language } from "#contracts/languages.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { LanguageName } from "~/languages/index.ts";
import { PATIENCE, reach, type Timeline, type TimelineSnapshot } from "../core/index.ts";
import { useReason } from "./Words.tsx";

interface ReachProps {
  /** What each in the call reads, oneself too. */
  readers: readonly Language[];
  timeline: Timeline;
  /** Something here may translate what is written. */
  translates: boolean;
}

/** In which languages the people in the call have what is written. */
export function Reach({ readers, timeline, translates }: ReachProps) {
  const { lines, missing } = useSyncExternalStore(timeline.subscribe, timeline.getSnapshot);
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came last may be late by then
  useEffect(() => {
    const timer = setTimeout(look, PATIENCE);
    return () => clearTimeout(timer);
  }, [lines]);
  return <Reached readers={readers} lines={lines} missing={missing} translates={translates} isLate={timeline.isLate} />;
}

type ReachedProps = Pick<TimelineSnapshot, "lines" | "missing"> &
  Pick<ReachProps, "readers" | "translates"> &
  Pick<Timeline, "isLate">;

/** "Everything here reaches: English (3), Español (1)", and under it what does not and why. */
export function Reached({ readers, lines, missing, translates, isLate }: ReachedProps) {
  const t = useMessages();
  const format = useFormat();
  const reason = useReason();
  const reached = reach(lines, missing, readers, isLate);
  const lacks = reached.flatMap(({ language, unreached }) => unreached.map((one) => ({ language, ...one })));
  // Before a first line shows it, and says why.
  const asWritten = !translates && lacks.length === 0 && reached.length > 1;
  const languages = format.listParts(reached.length, "enumeration").map((part) => {
    if (typeof part === "string") return part;
    const one = reached[part];
    if (one === undefined) return null;
    return (
      <Fragment key={one.language}>
        {t.rich("people.reach.language", { language: <LanguageName code={one.language} />, count: one.people })}
      </Fragment>
    );
  });
  return (
    <div className="text-14 leading-snug text-pretty">
      <p>{t.rich(lacks.length === 0 && !asWritten ? "people.reach.all" : "people.reach.some", { languages })}</p>
      {asWritten && <p className="mt-1.5 text-13 text-warning">{t("chat.asWritten")}</p>}
      {lacks.length > 0 && (
        <ul className="mt-1.5 grid gap-1 text-13 text-warning">
          {lacks.map((lack) => (
            <li key={`${lack.language} ${lack.reason}`}>
              {t.rich("people.reach.missing", {
                language: <LanguageName code={lack.language} />,
                from: format.list(lack.from.map((code) => format.languageName(code))),
                reason: lack.reason === "late" ? t("people.reach.late") : reason(lack.reason),
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
