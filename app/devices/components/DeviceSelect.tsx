import { useMemo } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { ListSelect } from "~/ui/ListSelect.tsx";
import type { DeviceOption } from "../deviceOptions.ts";

interface DeviceSelectProps {
  label: string;
  /** Not empty. */
  devices: readonly DeviceOption[];
  /** Null: the first device, which is the system's default. */
  selectedId: string | null;
  onChange(id: string): void;
}

/** Lists the devices of one kind by the system's names. */
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
