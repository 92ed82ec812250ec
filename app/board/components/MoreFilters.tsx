import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { BOARD_SORTS } from "#contracts/board.ts";
import { LANGUAGES } from "#contracts/languages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { meetingTitle } from "~/lib/meetingTitle.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { cx } from "~/ui/cx.ts";
import { Field } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";
import { useDetailsMenu } from "~/ui/useDetailsMenu.ts";
import { type BoardChoicesView, type BoardFilter, chosenFilters } from "../boardView.ts";

interface MoreFiltersProps {
  filter: BoardFilter;
  choices: BoardChoicesView;
}

interface Choice {
  readonly value: string;
  readonly text: string;
  readonly lang?: string;
}

/** Person, language, meeting and order, in a panel above the files. A choice applies at once; without scripts by a button. */
export function MoreFilters({ filter, choices: { people, languages, meetings } }: MoreFiltersProps) {
  const t = useMessages();
  const format = useFormatters();
  const menu = useDetailsMenu();
  const count = chosenFilters(filter);
  /** A choice among fewer than two is none. */
  const select = (
    name: "person" | "language" | "meeting",
    label: string,
    chosen: string | null,
    options: readonly Choice[],
  ) =>
    (options.length > 1 || chosen !== null) && (
      <Field label={label}>
        {(control) => (
          // A link may have changed the filter since.
          <Select key={chosen} {...control} name={name} defaultValue={chosen ?? ""}>
            <option value="">{t("board.any")}</option>
            {chosen !== null && options.every(({ value }) => value !== chosen) && (
              <option value={chosen}>{t("board.unlisted")}</option>
            )}
            {options.map(({ value, text, lang }) => (
              <option key={value} value={value} lang={lang}>
                {text}
              </option>
            ))}
          </Select>
        )}
      </Field>
    );
  return (
    <details ref={menu} className="group relative">
      <summary className={cx(buttonClass(), "list-none px-3!")}>
        <SlidersHorizontal className="size-5" />
        {t("board.filters")}
        {count > 0 && (
          <span className="grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-13 leading-none text-on-accent tabular-nums">
            {format.number(count)}
          </span>
        )}
      </summary>
      <div className="absolute end-0 top-[calc(100%+6px)] z-10 grid w-80 max-w-[calc(100vw-2rem)] gap-3.5 animate-rise rounded-[12px] border border-line bg-raised p-4 shadow-2">
        {select(
          "person",
          t("board.person"),
          filter.person,
          people.map(({ id, name }) => ({ value: id, text: name })),
        )}
        {select(
          "language",
          t("board.language"),
          filter.language,
          languages.map((code) => ({ value: code, text: LANGUAGES[code].name, lang: code })),
        )}
        {select(
          "meeting",
          t("board.meeting"),
          filter.meeting,
          meetings.map((meeting) => ({ value: meeting.id, text: meetingTitle(t, meeting) })),
        )}
        <Field label={t("board.sort")}>
          {(control) => (
            <Select key={filter.sort} {...control} name="sort" defaultValue={filter.sort}>
              {BOARD_SORTS.map((sort) => (
                <option key={sort} value={sort}>
                  {t(`board.sort.${sort}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <noscript>
          <Button type="submit">{t("board.apply")}</Button>
        </noscript>
      </div>
    </details>
  );
}
