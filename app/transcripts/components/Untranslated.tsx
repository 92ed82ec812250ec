import { type RefObject, startTransition, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { createLateDeviceTranslator, type Translate } from "~/languages/core/index.ts";
import { systemClock } from "~/platform/clock.ts";
import { Button } from "~/ui/Button.tsx";
import { errorText } from "~/ui/errors.tsx";
import { createFilling, type Filling, type FillingState } from "../core/filling.ts";
import type { TranscriptLine } from "../core/line.ts";
import type { Transcript } from "../core/transcript.ts";
import type { Fill } from "../useFill.ts";
import { useNear } from "../useNear.ts";
import type { Columns } from "../view.ts";
import { Missing } from "./Missing.tsx";

interface UntranslatedProps {
  transcript: Transcript;
  translate: Translate;
  columns: Columns;
  list: RefObject<HTMLElement>;
  lines: readonly TranscriptLine[];
  /** Shown beside the list, wherever they stand in it. */
  marked: readonly TranscriptLine[];
  /** All lines are here. */
  whole: boolean;
  /** What the rows need; null when it goes. */
  onFill(fill: Fill | null): void;
}

/** So many marks are asked for without being reached in the list. */
const MARKS = 25;

/** Brings the translations that the columns lack, says quietly how that goes, and offers the rest. */
export function Untranslated(props: UntranslatedProps) {
  const { transcript, translate, columns, list, lines, marked, whole, onFill } = props;
  const [filling] = useState(() =>
    createFilling({
      ...{ transcript, translate, clock: systemClock },
      device: createLateDeviceTranslator({ api: globalThis.Translator, clock: systemClock }),
    }),
  );
  useEffect(() => {
    const close = filling.open();
    startTransition(() => onFill({ filling, Missing }));
    return () => {
      close();
      onFill(null);
    };
  }, [filling, onFill]);
  const { left, right } = columns;
  useEffect(() => {
    filling.read([...new Set([left, right])].flatMap((one) => (one === "original" || one === "none" ? [] : [one])));
  }, [filling, left, right]);

  const [near, setNear] = useState<ReadonlySet<string>>(new Set());
  useNear(list, lines.length, setNear);
  const marks = useMemo(() => marked.slice(0, MARKS).map(({ id }) => id), [marked]);
  useEffect(() => filling.see(new Set([...near, ...marks])), [filling, near, marks]);

  const state = useSyncExternalStore(filling.subscribe, filling.getSnapshot, filling.getSnapshot);
  return <Progress filling={filling} state={state} whole={whole} />;
}

function Progress({ filling, state, whole }: { filling: Filling; state: FillingState; whole: boolean }) {
  const t = useMessages();
  const said = useSaid(state, whole);
  const { missing, running } = state;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-14 leading-snug text-ink-soft print:hidden">
      <p role="status" className="min-w-0 max-w-prose text-pretty empty:hidden">
        {said}
      </p>
      {running ? (
        <Button size="s" onClick={filling.stop}>
          {t("untranslated.stop")}
        </Button>
      ) : (
        said !== null &&
        missing > 0 && (
          <Button size="s" onClick={() => void filling.rest()}>
            {state.error === null ? t("untranslated.rest", { count: missing }) : t("action.retry")}
          </Button>
        )
      )}
    </div>
  );
}

/** Null: there is nothing to say, what is missing is on its way. */
function useSaid({ missing, unseen, running, done, error }: FillingState, whole: boolean): string | null {
  const t = useMessages();
  const format = useFormat();
  if (running) return t("untranslated.running", { done: format.number(running.done), all: format.number(running.all) });
  if (error === "translate/quota") {
    const today = new Date();
    const tomorrow = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 1);
    return t("untranslated.quota", { time: format.time(tomorrow) });
  }
  if (error === "translate/unavailable") return t("untranslated.unavailable");
  if (error !== null) return errorText(t, error);
  if (unseen > 0 && whole) return t("untranslated.count", { count: missing });
  return done && missing === 0 ? t("untranslated.done") : null;
}
