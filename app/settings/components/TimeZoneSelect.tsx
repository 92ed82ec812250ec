import { useEffect, useRef, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { ControlProps } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";

interface TimeZoneSelectProps {
  control: ControlProps;
  /** Empty: none yet. */
  chosen: string;
  /** As the server knows them: the same list before and after hydration. */
  all: readonly string[];
}

/**
 * Every time zone, this device's first; where none was chosen yet, this device's is proposed. No option goes away when this
 * one comes: the chosen one may be it, chosen before the scripts were there.
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

/** Zones are named after places by their technical name, which is the same in every language. */
function TimeZoneOption({ name }: { name: string }) {
  return (
    <option value={name} lang="en">
      {name.replaceAll("_", " ")}
    </option>
  );
}
