import { Combobox as Ark, createListCollection } from "@ark-ui/react/combobox";
import ChevronDown from "lucide-react/icons/chevron-down";
import { useMemo, useRef, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ArkLocaleProvider } from "./ArkLocaleProvider.tsx";
import { cx } from "./cx.ts";
import { controlClass } from "./Field.tsx";
import { IconButton } from "./IconButton.tsx";
import { filterOptions } from "./optionSearch.ts";
import { checkIcon, listClass, type Option, OptionRow, optionClass } from "./options.tsx";

interface SearchSelectProps {
  label: string;
  hint?: string;
  options: readonly Option[];
  defaultValue?: string;
  onChange?: (value: string) => void;
  /** Name of the form field, which holds the selected value. */
  name?: string;
  disabled?: boolean;
  error?: string;
  className?: string;
}

/**
 * A choice of many options, filtered by a part of the native or the translated name, ignoring accents. Text without a
 * selection is discarded: an option is always selected.
 */
export function SearchSelect(props: SearchSelectProps) {
  const { label, hint, options, defaultValue, onChange, name, disabled, error, className } = props;
  const t = useMessages();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(defaultValue ?? "");
  // The list closes on selection, before the next render has the value.
  const latest = useRef(chosen);
  const labelOf = (wanted: string) => options.find(({ value }) => value === wanted)?.label ?? "";
  const [input, setInput] = useState(() => labelOf(chosen));
  const [open, setOpen] = useState(false);
  const show = (next: boolean) => {
    setOpen(next);
    if (next) return;
    setTyped("");
    setInput(labelOf(latest.current));
  };
  const shown = useMemo(() => filterOptions(options, typed), [options, typed]);
  const collection = useMemo(
    () => createListCollection({ items: shown, itemToString: (option) => option.label }),
    [shown],
  );
  const option = options.find(({ value }) => value === chosen);
  return (
    <ArkLocaleProvider>
      {name !== undefined && <input type="hidden" name={name} value={chosen} />}
      <Ark.Root
        collection={collection}
        defaultValue={defaultValue === undefined ? [] : [defaultValue]}
        inputValue={input}
        {...(disabled !== undefined && { disabled })}
        invalid={error !== undefined}
        openOnClick
        selectionBehavior="replace"
        inputBehavior="autohighlight"
        // Opened by a click, the list is complete; typing filters it.
        open={open}
        onOpenChange={(change) => show(change.open)}
        // Ark closes it on a click outside, but not when the focus moves on.
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && show(false)}
        onInputValueChange={({ inputValue, reason }) => {
          setInput(inputValue);
          setTyped(reason === "input-change" ? inputValue : "");
        }}
        onValueChange={({ value: [value] }) => {
          if (value === undefined) return;
          latest.current = value;
          setChosen(value);
          setInput(labelOf(value));
          onChange?.(value);
        }}
        positioning={{ sameWidth: true, gutter: 6, strategy: "fixed" }}
        lazyMount
        unmountOnExit
        className={cx("grid content-start gap-1.5", className)}
      >
        <Ark.Label className="text-14 font-strong">{label}</Ark.Label>
        <Ark.Control className="relative">
          <Ark.Input
            {...(option?.lang !== undefined && typed === "" && { lang: option.lang })}
            className={cx(controlClass, "pe-11")}
          />
          <Ark.Trigger asChild>
            <IconButton
              size="s"
              label={t("action.open")}
              icon={<ChevronDown />}
              className="absolute end-1 top-1 text-ink-soft!"
            />
          </Ark.Trigger>
        </Ark.Control>
        {error !== undefined && (
          <p role="alert" className="text-13 leading-snug text-danger">
            {error}
          </p>
        )}
        {hint && <p className="text-13 text-ink-soft">{hint}</p>}
        <Ark.Positioner>
          <Ark.Content className={listClass}>
            {shown.length === 0 && <p className="px-2.5 py-2 text-14 text-ink-soft">{t("action.noMatch")}</p>}
            {shown.map((option) => (
              <Ark.Item key={option.value} item={option} className={optionClass}>
                <OptionRow option={option} mark={<Ark.ItemIndicator>{checkIcon}</Ark.ItemIndicator>} />
              </Ark.Item>
            ))}
          </Ark.Content>
        </Ark.Positioner>
      </Ark.Root>
    </ArkLocaleProvider>
  );
}
