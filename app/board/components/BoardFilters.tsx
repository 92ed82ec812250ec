import { useLocation, useNavigation } from "@remix-run/react";
import { BOARD_SORTS, FILE_KINDS } from "#contracts/board.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { cx } from "~/ui/cx.ts";
import { Link } from "~/ui/Link.tsx";
import type { BoardFilter } from "../boardView.ts";

/** Links that filter and sort the files. They work without scripts, and the address can be shared. */
export function BoardFilters({ filter }: { filter: BoardFilter }) {
  const t = useMessages();
  const location = useLocation();
  const navigation = useNavigation();
  // A second click adds to the first, even before its page has arrived.
  const { search } = navigation.location ?? location;
  /** Returns the search of the first page with another filter. */
  const searchWith = (name: keyof BoardFilter, value: string | null): string => {
    const next = new URLSearchParams(search);
    next.delete("after");
    if (value === null) next.delete(name);
    else next.set(name, value);
    return `?${next}`;
  };
  const group = <Value extends string | null>(
    name: keyof BoardFilter,
    label: string,
    values: readonly Value[],
    text: (value: Value) => string,
  ) => (
    <nav aria-label={label} className="flex max-w-full gap-0.5 overflow-x-auto rounded-m bg-sunken p-1">
      {values.map((value) => (
        <Link
          key={value}
          to={searchWith(name, value)}
          replace
          preventScrollReset
          aria-current={filter[name] === value ? "true" : undefined}
          className={cx(
            "flex min-h-9 flex-none items-center rounded-[7px] border border-transparent px-3 text-14 leading-snug font-strong text-ink-soft no-underline hover:text-ink pointer-coarse:min-h-control",
            "aria-[current]:border-line aria-[current]:bg-raised aria-[current]:text-ink aria-[current]:shadow-1",
          )}
        >
          {text(value)}
        </Link>
      ))}
    </nav>
  );
  return (
    <div className="flex flex-wrap gap-3">
      {group("kind", t("board.kind"), [null, ...FILE_KINDS], (kind) =>
        t(kind === null ? "board.kind.all" : `board.kind.${kind}`),
      )}
      {group("sort", t("board.sort"), BOARD_SORTS, (sort) => t(`board.sort.${sort}`))}
      {group("view", t("board.view"), ["cards", "list"] as const, (view) => t(`board.view.${view}`))}
    </div>
  );
}
