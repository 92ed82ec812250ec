import { useLocale, useMessages } from "~/i18n/I18nProvider.tsx";
import { Field } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";

interface QuietHoursProps {
  /** Hours of the local day. */
  from: number;
  until: number;
  disabled: boolean;
  onChange(from: number, until: number): void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** The hours without reminders. A choice applies at once. */
export function QuietHours({ from, until, disabled, onChange }: QuietHoursProps) {
  const t = useMessages();
  const format = new Intl.DateTimeFormat(useLocale(), { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  const select = (label: string, value: number, choose: (hour: number) => void) => (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} disabled={disabled} onChange={(event) => choose(Number(event.target.value))}>
          {HOURS.map((hour) => (
            <option key={hour} value={hour}>
              {format.format(Date.UTC(2026, 0, 1, hour))}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-strong">{t("push.quiet")}</legend>
      <div className="grid max-w-90 grid-cols-2 gap-3">
        {select(t("push.quiet.from"), from, (hour) => onChange(hour, until))}
        {select(t("push.quiet.until"), until, (hour) => onChange(from, hour))}
      </div>
      <p className="text-13 text-pretty text-ink-soft">{t("push.quiet.hint")}</p>
    </fieldset>
  );
}
