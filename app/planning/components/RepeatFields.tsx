import { WEEKDAYS } from "#contracts/planning.ts";
import { PLANNING } from "#contracts/planningLimits.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Field } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import { proposedUntil, REPEAT_KINDS, type RepeatError, type RepeatValues, weekdayNameOf } from "../core/repeatForm.ts";
import { shortWeekdayName, weekdayName } from "../core/ruleWords.ts";

interface RepeatFieldsProps {
  value: RepeatValues;
  /** The day of the meeting, which the first weekday and the first end come from. */
  day: number;
  /** The stored rule is none of the others. */
  hasKept: boolean;
  error: RepeatError | null;
  formats: CalendarFormats;
  onChange(value: RepeatValues): void;
}

const ENDS = ["never", "until", "count"] as const;

/** How a meeting repeats, and until when. */
export function RepeatFields({ value, day, hasKept, error, formats, onChange }: RepeatFieldsProps) {
  const t = useMessages();
  const { kind, interval, end, until, count } = value;
  const repeats = kind !== "never" && kind !== "kept";
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 s:grid-cols-2">
        <Field label={t("planForm.repeat")}>
          {(control) => (
            <Select
              {...control}
              value={kind}
              onChange={({ currentTarget }) => {
                const chosen = REPEAT_KINDS.find((name) => name === currentTarget.value);
                if (chosen !== undefined) onChange({ ...value, kind: chosen });
              }}
            >
              {REPEAT_KINDS.filter((name) => name !== "kept" || hasKept).map((name) => (
                <option key={name} value={name}>
                  {t(`planForm.repeat.${name}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {repeats && (
          <Field label={t(`planForm.interval.${kind}`)} error={error === "interval" && t("planForm.error.interval")}>
            {(control) => (
              <TextInput
                {...control}
                type="number"
                min={PLANNING.interval.min}
                max={PLANNING.interval.max}
                value={Number.isNaN(interval) ? "" : interval}
                onChange={({ currentTarget }) => onChange({ ...value, interval: currentTarget.valueAsNumber })}
              />
            )}
          </Field>
        )}
      </div>
      {kind === "weekly" && <WeekdayFields value={value} day={day} formats={formats} onChange={onChange} />}
      {repeats && (
        <div className="grid gap-4 s:grid-cols-2">
          <Field label={t("planForm.end")}>
            {(control) => (
              <Select
                {...control}
                value={end}
                onChange={({ currentTarget }) => {
                  const chosen = ENDS.find((name) => name === currentTarget.value) ?? "never";
                  onChange({ ...value, end: chosen, until: until === "" ? proposedUntil(day) : until });
                }}
              >
                {ENDS.map((name) => (
                  <option key={name} value={name}>
                    {t(`planForm.end.${name}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {end === "until" && (
            <Field label={t("planForm.until")} error={error === "until" && t("planForm.error.until")}>
              {(control) => (
                <TextInput
                  {...control}
                  type="date"
                  value={until}
                  onChange={({ currentTarget }) => onChange({ ...value, until: currentTarget.value })}
                />
              )}
            </Field>
          )}
          {end === "count" && (
            <Field label={t("planForm.count")} error={error === "count" && t("planForm.error.count")}>
              {(control) => (
                <TextInput
                  {...control}
                  type="number"
                  min={1}
                  max={PLANNING.occurrences}
                  value={Number.isNaN(count) ? "" : count}
                  onChange={({ currentTarget }) => onChange({ ...value, count: currentTarget.valueAsNumber })}
                />
              )}
            </Field>
          )}
        </div>
      )}
    </div>
  );
}

type WeekdayFieldsProps = Pick<RepeatFieldsProps, "value" | "day" | "formats" | "onChange">;

/** The weekdays of a week, of which at least one is chosen. */
function WeekdayFields({ value, day: startDay, formats, onChange }: WeekdayFieldsProps) {
  const t = useMessages();
  const days = value.days.length === 0 ? [weekdayNameOf(startDay)] : value.days;
  return (
    <fieldset>
      <legend className="mb-1.5 text-14 font-strong">{t("planForm.weekdays")}</legend>
      <div className="grid grid-cols-4 gap-1.5 s:grid-cols-7">
        {WEEKDAYS.map((day) => (
          <label
            key={day}
            className="grid min-h-control cursor-pointer place-items-center rounded-m border border-line-strong bg-raised text-14 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:font-strong has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="checkbox"
              aria-label={weekdayName(day, formats)}
              checked={days.includes(day)}
              onChange={({ currentTarget }) =>
                onChange({
                  ...value,
                  days: currentTarget.checked ? [...days, day] : days.filter((other) => other !== day),
                })
              }
              className="sr-only"
            />
            <span aria-hidden="true">{shortWeekdayName(day, formats)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
