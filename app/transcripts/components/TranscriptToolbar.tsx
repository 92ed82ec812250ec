import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import ListFilter from "lucide-react/icons/list-filter";
import Search from "lucide-react/icons/search";
import type { ReactNode } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { isComposing } from "~/lib/keys.ts";
import { cx } from "~/ui/cx.ts";
import { controlClass } from "~/ui/Field.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { parseCallTime } from "../callTime.ts";
import type { TranscriptSearchState } from "./useTranscriptSearch.ts";

interface TranscriptToolbarProps {
  search: TranscriptSearchState;
  /** Seconds since the start of the call. */
  onJumpToTime(seconds: number): void;
  markCount: number;
  onlyMarks: boolean;
  onOnlyMarksChange(only: boolean): void;
  /** The choices of languages. */
  children: ReactNode;
}

/** One row: search, languages, marks. It stays in view. A typed time, such as `7:20`, leads there. */
export function TranscriptToolbar(props: TranscriptToolbarProps) {
  const { search, onJumpToTime, markCount, onlyMarks, onOnlyMarksChange, children } = props;
  const t = useMessages();
  const format = useFormatters();
  const { query, hitIndex } = search;
  const hitCount = search.hits.length;
  const time = parseCallTime(query);
  const searched = query.trim() !== "" && time === null;
  return (
    <div className="transcript-tools sticky top-0 z-[5] -mx-4 bg-surface px-4 py-2 min-[48rem]:-mx-2 min-[48rem]:px-2 print:hidden">
      <search className="flex min-w-0 items-center">
        <span className="relative grid min-w-0 flex-1">
          <Search className="pointer-events-none absolute start-3 top-1/2 size-4.5 -translate-y-1/2 text-ink-soft" />
          <input
            type="search"
            value={query}
            aria-label={t("transcript.search")}
            placeholder={t("transcript.search.hint")}
            autoComplete="off"
            onFocus={search.prepare}
            onChange={({ target }) => search.setQuery(target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || isComposing(event.nativeEvent)) return;
              event.preventDefault();
              if (time === null) search.step(event.shiftKey ? -1 : 1);
              else onJumpToTime(time);
            }}
            className={cx(controlClass, "truncate ps-9.5! pe-2!")}
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
      {children}
      {markCount > 0 && (
        <IconButton
          variant="plain"
          aria-pressed={onlyMarks}
          label={t("transcript.onlyMarks")}
          icon={<ListFilter />}
          onClick={() => onOnlyMarksChange(!onlyMarks)}
          className="aria-pressed:bg-accent-soft!"
        />
      )}
    </div>
  );
}
