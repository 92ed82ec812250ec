import { useEffect, useRef, useState } from "react";
import { useMessages } from "~/i18n/index.tsx";
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
  const [here, setHere] = useState<string | null>(null);
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => setHere(Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  useEffect(() => {
    const select = place.current?.querySelector("select");
    if (here !== null && select?.value === "") select.value = here;
  }, [here]);
  return (
    <span ref={place} className="grid">
      <Select {...control} name="time_zone" defaultValue={chosen}>
        {chosen === "" && <option value="">{t("settings.choose")}</option>}
        {here !== null && (
          <optgroup label={t("settings.timeZone.here")}>
            <Zone name={here} />
          </optgroup>
        )}
        <optgroup label={t("settings.timeZone.all")}>
          {all.map((name) => (
            <Zone key={name} name={name} />
          ))}
          {chosen !== "" && !all.includes(chosen) && <Zone name={chosen} />}
        </optgroup>
      </Select>
    </span>
  );
}

/** Zones are named after places by their technical name, which is the same in every language. */
function Zone({ name }: { name: string }) {
  return (
    <option value={name} lang="en">
      {name.replaceAll("_", " ")}
    </option>
  );
}
