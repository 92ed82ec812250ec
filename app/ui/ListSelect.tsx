import { Select as Ark, createListCollection } from "@ark-ui/react/select";
import ChevronDown from "lucide-react/icons/chevron-down";
import { useMemo } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { ArkLocaleProvider } from "./ArkLocaleProvider.tsx";
import { cx } from "./cx.ts";
import { controlClass } from "./Field.tsx";
import { checkIcon, listClass, type Option, OptionRow, optionClass } from "./options.tsx";

interface ListSelectProps {
  label: string;
  options: readonly Option[];
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  /** Name of the form field. */
  name?: string;
  disabled?: boolean;
  error?: string;
  className?: string;
}

/**
 * A choice of a few options, each in its own script with its translated name beside it. Use `Select` on pages that
 * work without JavaScript or mainly on phones, and `SearchSelect` for long lists.
 */
export function ListSelect(props: ListSelectProps) {
  const { label, options, value, defaultValue, onChange, name, disabled, error, className } = props;
  const collection = useMemo(
    () => createListCollection({ items: options, itemToString: (option) => option.label }),
    [options],
  );
  return (
    <ArkLocaleProvider>
      <Ark.Root
        collection={collection}
        {...(value !== undefined && { value: [value] })}
        {...(defaultValue !== undefined && { defaultValue: [defaultValue] })}
        {...(name !== undefined && { name })}
        {...(disabled !== undefined && { disabled })}
        invalid={error !== undefined}
        onValueChange={(change) => change.value[0] !== undefined && onChange?.(change.value[0])}
        positioning={{ sameWidth: true, gutter: 6, strategy: "fixed" }}
        lazyMount
        unmountOnExit
        className={cx("grid content-start gap-1.5", className)}
      >
        <Ark.Label className="text-14 font-strong">{label}</Ark.Label>
        <Ark.Control>
          <Ark.Trigger
            className={cx(
              controlClass,
              "flex items-center gap-2 text-start",
              error !== undefined && "border-danger inset-ring inset-ring-danger",
            )}
          >
            <Ark.Context>
              {({ value: [chosen] }) => <Chosen option={options.find(({ value }) => value === chosen)} />}
            </Ark.Context>
            <ChevronDown className="text-ink-soft transition-transform in-[[data-part=trigger][data-state=open]]:rotate-180" />
          </Ark.Trigger>
        </Ark.Control>
        {error !== undefined && (
          <p role="alert" className="text-13 leading-snug text-danger">
            {error}
          </p>
        )}
        <Ark.Positioner>
          <Ark.Content className={listClass}>
            {options.map((option) => (
              <Ark.Item key={option.value} item={option} className={optionClass}>
                <OptionRow option={option} mark={<Ark.ItemIndicator>{checkIcon}</Ark.ItemIndicator>} />
              </Ark.Item>
            ))}
          </Ark.Content>
        </Ark.Positioner>
        <Ark.HiddenSelect />
      </Ark.Root>
    </ArkLocaleProvider>
  );
}

function Chosen({ option }: { option: Option | undefined }) {
  const t = useMessages();
  return (
    <span className="min-w-0 flex-1 truncate text-start">
      <bdi lang={option?.lang} dir={option?.dir}>
        {option?.label ?? t("action.choose")}
      </bdi>
    </span>
  );
}
