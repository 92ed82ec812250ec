import { useMemo } from "react";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { ListSelect } from "~/ui/ListSelect.tsx";
import type { DeviceChoice } from "../core/devicesList.ts";

interface DeviceSelectProps {
  label: string;
  /** At least one. */
  choices: readonly DeviceChoice[];
  /** Null: the first, which is the system's own. */
  chosen: string | null;
  onChoose(id: string): void;
}

/** One of the devices of a kind, by the name that the system gives it. */
export function DeviceSelect({ label, choices, chosen, onChoose }: DeviceSelectProps) {
  const t = useMessages();
  const format = useFormat();
  const options = useMemo(
    () =>
      choices.map(({ id, label: name }, place) => ({
        value: id,
        label: name === "" ? t("devices.unnamed", { number: format.number(place + 1) }) : name,
      })),
    [choices, t, format],
  );
  const value = options.find((option) => option.value === chosen)?.value ?? options[0]?.value;
  return <ListSelect label={label} options={options} {...(value !== undefined && { value })} onChange={onChoose} />;
}
