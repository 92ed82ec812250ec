import { Combobox as Ark, createListCollection } from "@ark-ui/react/combobox";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { isLanguage, LANGUAGES, type Language } from "#contracts/languages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { ArkLocaleProvider } from "~/ui/ArkLocaleProvider.tsx";
import { cx } from "~/ui/cx.ts";
import { controlClass } from "~/ui/Field.tsx";
import { filterOptions } from "~/ui/optionSearch.ts";
import { checkIcon, listClass, type Option, OptionRow, optionClass } from "~/ui/options.tsx";
import type { LanguageGroup } from "./languageGroups.ts";
import { useSearchOpeners } from "./useSearchOpeners.client.ts";

interface LanguageSearchProps {
  /** The select that it covers and sets. */
  select: RefObject<HTMLSelectElement>;
  groups: readonly LanguageGroup[];
}

/** A search over the languages, by their own names and those in the page's language. It covers the select until a choice. */
export function LanguageSearch(props: LanguageSearchProps) {
  const { select } = props;
  /** The first letter; null while it is closed. */
  const [query, setQuery] = useState<string | null>(null);
  useSearchOpeners(select, setQuery);
  const close = (refocus: boolean) => {
    setQuery(null);
    if (refocus) select.current?.focus();
  };
  return query !== null && <OpenSearch {...props} query={query} onClose={close} />;
}

interface OpenSearchProps extends LanguageSearchProps {
  query: string;
  onClose(refocus: boolean): void;
}

function OpenSearch({ select, groups, query, onClose }: OpenSearchProps) {
  const t = useMessages();
  const format = useFormatters();
  const [typed, setTyped] = useState(query);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const current = select.current?.value ?? "";
  const shown = useMemo(() => {
    const toOption = (code: Language, isMarked: boolean): Option => ({
      ...{ value: code, label: LANGUAGES[code].name, lang: code, dir: LANGUAGES[code].dir },
      translatedLabel: format.languageName(code),
      ...(isMarked && { note: t("language.originalOnly") }),
    });
    return groups
      .map(({ label, codes, originalOnly }) => {
        const options = codes.map((code) => toOption(code, label === "language.likely" && originalOnly.includes(code)));
        return { label, options: filterOptions(options, typed) };
      })
      .filter(({ options }) => options.length > 0);
  }, [groups, typed, t, format]);
  const collection = useMemo(
    () =>
      createListCollection({ items: shown.flatMap(({ options }) => options), itemToString: (option) => option.label }),
    [shown],
  );
  return (
    <ArkLocaleProvider>
      <Ark.Root
        collection={collection}
        value={current === "" ? [] : [current]}
        inputValue={typed}
        open
        selectionBehavior="preserve"
        inputBehavior="autohighlight"
        onInputValueChange={({ inputValue, reason }) => reason === "input-change" && setTyped(inputValue)}
        onOpenChange={({ open, reason }) => !open && onClose(reason !== "interact-outside")}
        onValueChange={({ value: [value] }) => {
          if (value !== undefined) setSelectValue(select.current, value);
          onClose(true);
        }}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onClose(false)}
        positioning={{ gutter: 6, strategy: "fixed", placement: "bottom-start", sameWidth: false }}
        className="absolute inset-0"
      >
        <Ark.Label className="sr-only">{t("language.search")}</Ark.Label>
        <Ark.Control className="h-full">
          <Ark.Input
            ref={input}
            placeholder={isLanguage(current) ? LANGUAGES[current].name : ""}
            className={cx(controlClass, "h-full")}
          />
        </Ark.Control>
        <Ark.Positioner>
          <Ark.Content className={cx(listClass, "w-80 max-w-[calc(100vw-2rem)]")}>
            {shown.length === 0 && <p className="px-2.5 py-2 text-14 text-ink-soft">{t("action.noMatch")}</p>}
            {shown.map(({ label, options }) => (
              <Ark.ItemGroup key={label}>
                <Ark.ItemGroupLabel className="block px-2.5 pt-2 pb-1 text-13 font-strong text-ink-soft">
                  {t(label)}
                </Ark.ItemGroupLabel>
                {options.map((option) => (
                  <Ark.Item key={option.value} item={option} className={optionClass}>
                    <OptionRow option={option} mark={<Ark.ItemIndicator>{checkIcon}</Ark.ItemIndicator>} />
                  </Ark.Item>
                ))}
              </Ark.ItemGroup>
            ))}
          </Ark.Content>
        </Ark.Positioner>
      </Ark.Root>
    </ArkLocaleProvider>
  );
}

/** Sets the value as a person does, so that the form and React receive the change. */
function setSelectValue(select: HTMLSelectElement | null, value: string) {
  if (select === null || select.value === value) return;
  select.value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}
