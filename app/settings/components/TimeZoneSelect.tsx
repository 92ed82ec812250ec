import { useEffect, useRef, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { ControlProps } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";

interface TimeZoneSelectProps {
  control: ControlProps;
  /** Empty: not chosen yet. */
  chosen: string;
  /** All time zones known to the server, so that the list is the same before and after hydration. */
  all: readonly string[];
}

/**
 * A select with all time zones, this device's first and preselected if none is chosen. Options are only added: the
 * device's zone may have been chosen before hydration.
 */
export function TimeZoneSelect({ control, chosen, all }: TimeZoneSelectProps) {
  const t = useMessages();
  const [deviceTimeZone, setDeviceTimeZone] = useState<string | null>(null);
  const wrapper = useRef<HTMLSpanElement>(null);
  useEffect(() => setDeviceTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  useEffect(() => {
    const select = wrapper.current?.querySelector("select");
    if (deviceTimeZone !== null && select?.value === "") select.value = deviceTimeZone;
  }, [deviceTimeZone]);
  return (
    <span ref={wrapper} className="grid">
      <Select {...control} name="time_zone" defaultValue={chosen}>
        {chosen === "" && <option value="">{t("settings.choose")}</option>}
        {deviceTimeZone !== null && (
          <optgroup label={t("settings.timeZone.here")}>
            <TimeZoneOption name={deviceTimeZone} />
          </optgroup>
        )}
        <optgroup label={t("settings.timeZone.all")}>
          {all.map((name) => (
            <TimeZoneOption key={name} name={name} />
          ))}
          {chosen !== "" && !all.includes(chosen) && <TimeZoneOption name={chosen} />}
        </optgroup>
      </Select>
    </span>
  );
}

/** Time zone names are technical and the same in every language. */
function TimeZoneOption({ name }: { name: string }) {
  return (
    <option value={name} lang="en">
      {name.replaceAll("_", " ")}
    </option>
  );
}
