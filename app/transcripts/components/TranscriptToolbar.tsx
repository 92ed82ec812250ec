import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import ListFilter from "lucide-react/icons/list-filter";
import Search from "lucide-react/icons/search";
import { type FormEvent, useId } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { isComposing } from "~/lib/keys.ts";
import { Button } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { controlClass } from "~/ui/Field.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import type { TranscriptSearchState } from "./useTranscriptSearch.ts";

interface TranscriptToolbarProps {
  search: TranscriptSearchState;
  /** Seconds since the reader's midnight. */
  onJumpToTime(seconds: number): void;
  markCount: number;
  onlyMarks: boolean;
  onOnlyMarksChange(only: boolean): void;
  onNextMark(): void;
}

/** Navigation in a long call: by time, by marks, by search. The search field stays in view. */
export function TranscriptToolbar({
  search,
  onJumpToTime,
  markCount,
  onlyMarks,
  onOnlyMarksChange,
  onNextMark,
}: TranscriptToolbarProps) {
  const t = useMessages();
  const format = useFormatters();
  const { query, hitIndex } = search;
  const hitCount = search.hits.length;
  const searched = query.trim() !== "";
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-2 print:hidden">
        <TimeJump onJumpToTime={onJumpToTime} />
        {markCount > 0 && (
          <>
            <Button
              aria-pressed={onlyMarks}
              onClick={() => onOnlyMarksChange(!onlyMarks)}
              className="aria-pressed:bg-accent-soft!"
            >
              <ListFilter className="size-4.5" />
              {t("transcript.onlyMarks")}
            </Button>
            <Button variant="ghost" onClick={onNextMark}>
              {t("transcript.nextMark")}
            </Button>
          </>
        )}
      </div>
      <search className="sticky top-0 z-[5] -mx-4 flex items-center bg-surface px-4 py-2.5 min-[48rem]:-mx-2 min-[48rem]:px-2 print:hidden">
        <span className="relative grid min-w-0 flex-1">
          <Search className="pointer-events-none absolute start-3 top-1/2 size-4.5 -translate-y-1/2 text-ink-soft" />
          <input
            type="search"
            value={query}
            aria-label={t("transcript.search")}
            placeholder={t("transcript.search")}
            autoComplete="off"
            onFocus={search.prepare}
            onChange={({ target }) => search.setQuery(target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
              event.preventDefault();
              search.step(event.shiftKey ? -1 : 1);
            }}
            className={cx(controlClass, "ps-9.5!")}
          />
        </span>
        <span
          role="status"
          data-hits={searched ? hitCount : undefined}
          className="flex-none text-13 text-ink-soft tabular-nums not-empty:px-2"
        >
          {searched &&
            (hitIndex === -1
              ? t("transcript.found", { count: hitCount })
              : t("transcript.foundAt", { place: format.number(hitIndex + 1), count: format.number(hitCount) }))}
        </span>
        {searched && hitCount > 0 && (
          <>
            <IconButton label={t("transcript.previous")} icon={<ChevronUp />} onClick={() => search.step(-1)} />
            <IconButton label={t("transcript.next")} icon={<ChevronDown />} onClick={() => search.step(1)} />
          </>
        )}
      </search>
    </>
  );
}

function TimeJump({ onJumpToTime }: Pick<TranscriptToolbarProps, "onJumpToTime">) {
  const t = useMessages();
  const id = useId();
  function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem("time");
    if (field instanceof HTMLInputElement && !Number.isNaN(field.valueAsNumber))
      onJumpToTime(field.valueAsNumber / 1000);
  }
  return (
    <form onSubmit={go} className="flex items-center gap-1">
      <label htmlFor={id} className="sr-only">
        {t("transcript.jump")}
      </label>
      <input
        id={id}
        name="time"
        type="time"
        step={1}
        title={t("transcript.jump")}
        className={cx(controlClass, "w-auto!")}
      />
      <Button type="submit" variant="ghost">
        {t("transcript.go")}
      </Button>
    </form>
  );
}
