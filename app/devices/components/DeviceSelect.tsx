import { useMemo } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { ListSelect } from "~/ui/ListSelect.tsx";
import type { DeviceOption } from "../deviceOptions.ts";

interface DeviceSelectProps {
  label: string;
  /** At least one. */
  devices: readonly DeviceOption[];
  /** Null: the first, which is the system's own. */
  selectedId: string | null;
  onChange(id: string): void;
}

/** One of the devices of a kind, by the name that the system gives it. */
export function DeviceSelect({ label, devices, selectedId, onChange }: DeviceSelectProps) {
  const t = useMessages();
  const format = useFormatters();
  const options = useMemo(
    () =>
      devices.map(({ id, label: name }, index) => ({
        value: id,
        label: name === "" ? t("devices.unnamed", { number: format.number(index + 1) }) : name,
      })),
    [devices, t, format],
  );
  const value = options.find((option) => option.value === selectedId)?.value ?? options[0]?.value;
  return <ListSelect label={label} options={options} {...(value !== undefined && { value })} onChange={onChange} />;
}
