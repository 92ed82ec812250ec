import { Form, useLocation, useNavigation, useSubmit } from "@remix-run/react";
import LayoutGrid from "lucide-react/icons/layout-grid";
import List from "lucide-react/icons/list";
import Search from "lucide-react/icons/search";
import { type ReactNode, useEffect, useRef } from "react";
import { BOARD, FILE_KINDS } from "#contracts/board.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { cx } from "~/ui/cx.ts";
import { Field } from "~/ui/Field.tsx";
import { Link } from "~/ui/Link.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import type { BoardChoicesView, BoardFilter } from "../boardView.ts";
import { MoreFilters } from "./MoreFilters.tsx";

/** Time after the last key until the search starts. */
const TYPING_PAUSE_MS = 250;

interface BoardFiltersProps {
  filter: BoardFilter;
  choices: BoardChoicesView;
}

/**
 * The search and the filters of the files. A form and links, which work without scripts; their choices are in the address.
 */
export function BoardFilters({ filter, choices }: BoardFiltersProps) {
  const t = useMessages();
  const submit = useSubmit();
  const location = useLocation();
  const navigation = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<number>();
  useEffect(() => () => window.clearTimeout(timer.current), []);
  // A link that clears the search, or the browser's back button. A field in use has what the person types.
  useEffect(() => {
    if (field.current !== null && field.current !== document.activeElement) field.current.value = filter.query;
  }, [filter.query]);
  const apply = () => {
    window.clearTimeout(timer.current);
    if (form.current === null) return;
    // Fields without a choice stay out of the address.
    const chosen = new URLSearchParams();
    for (const [name, value] of new FormData(form.current))
      if (typeof value === "string" && value !== "") chosen.set(name, value);
    submit(chosen, { method: "get", replace: true, preventScrollReset: true });
  };
  // A second click adds to the first, even before its page has arrived.
  const { search } = navigation.location?.pathname === location.pathname ? navigation.location : location;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Form
        ref={form}
        method="get"
        role="search"
        replace
        preventScrollReset
        className="flex min-w-0 flex-[1_1_20rem] items-center gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
        onChange={({ target }) => {
          window.clearTimeout(timer.current);
          if (target instanceof HTMLInputElement && target.type === "search")
            timer.current = window.setTimeout(apply, TYPING_PAUSE_MS);
          else apply();
        }}
      >
        <Field label={t("board.search")} labelHidden className="relative min-w-0 flex-1">
          {(control) => (
            <>
              <Search className="pointer-events-none absolute start-3 top-1/2 size-5 -translate-y-1/2 text-ink-soft" />
              <TextInput
                {...control}
                ref={field}
                type="search"
                name="query"
                defaultValue={filter.query}
                placeholder={t("board.search")}
                maxLength={BOARD.queryChars}
                autoComplete="off"
                enterKeyHint="search"
                className="ps-10"
              />
            </>
          )}
        </Field>
        {filter.kind !== null && <input type="hidden" name="kind" value={filter.kind} />}
        {filter.view !== "cards" && <input type="hidden" name="view" value={filter.view} />}
        <MoreFilters filter={filter} choices={choices} />
      </Form>
      <div className="flex max-w-full min-w-0 gap-2">
        <LinkGroup label={t("board.kind")} className="min-w-0">
          {[null, ...FILE_KINDS].map((kind) => (
            <FilterLink key={kind} search={searchWith(search, "kind", kind)} current={filter.kind === kind}>
              {t(kind === null ? "board.kind.all" : `board.kind.${kind}`)}
            </FilterLink>
          ))}
        </LinkGroup>
        <LinkGroup label={t("board.view")} className="flex-none">
          {(["cards", "list"] as const).map((view) => (
            <FilterLink key={view} search={searchWith(search, "view", view)} current={filter.view === view}>
              {VIEW_ICONS[view]}
              <span className="sr-only">{t(`board.view.${view}`)}</span>
            </FilterLink>
          ))}
        </LinkGroup>
      </div>
    </div>
  );
}

/** Returns the search of the first page with another filter. */
function searchWith(search: string, name: keyof BoardFilter, value: string | null): string {
  const next = new URLSearchParams(search);
  next.delete("after");
  if (value === null) next.delete(name);
  else next.set(name, value);
  return `?${next}`;
}

const VIEW_ICONS = { cards: <LayoutGrid className="size-5" />, list: <List className="size-5" /> } as const;

const LinkGroup = ({ label, className, children }: { label: string; className: string; children: ReactNode }) => (
  <nav aria-label={label} className={cx("flex gap-0.5 overflow-x-auto rounded-m bg-sunken p-1", className)}>
    {children}
  </nav>
);

const FilterLink = ({ search, current, children }: { search: string; current: boolean; children: ReactNode }) => (
  <Link
    to={search}
    replace
    preventScrollReset
    aria-current={current ? "true" : undefined}
    className={cx(
      "flex min-h-9 flex-none items-center rounded-[7px] border border-transparent px-3 text-14 leading-snug font-strong text-ink-soft no-underline hover:text-ink pointer-coarse:min-h-control",
      "aria-[current]:border-line aria-[current]:bg-raised aria-[current]:text-ink aria-[current]:shadow-1",
    )}
  >
    {children}
  </Link>
);
