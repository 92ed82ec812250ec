import { WEEKDAYS } from "#contracts/planning.ts";
import { PLANNING } from "#contracts/planningLimits.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Field } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import { proposedUntil, REPEAT_KINDS, type RepeatError, type RepeatValues } from "../core/repeatForm.ts";
import { weekdayName } from "../core/ruleWords.ts";

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
          <Field label={t("planForm.interval")} error={error === "interval" && t("planForm.error.interval")}>
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
      {kind === "weekly" && <WeekdayFields value={value} formats={formats} onChange={onChange} />}
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

function WeekdayFields({ value, formats, onChange }: Pick<RepeatFieldsProps, "value" | "formats" | "onChange">) {
  const t = useMessages();
  const { days } = value;
  return (
    <fieldset>
      <legend className="mb-1 text-14 font-strong">{t("planForm.weekdays")}</legend>
      <div className="flex flex-wrap gap-x-4">
        {WEEKDAYS.map((day) => (
          <label key={day} className="flex min-h-control cursor-pointer items-center gap-2 text-14">
            <input
              type="checkbox"
              checked={days.includes(day)}
              onChange={({ currentTarget }) =>
                onChange({
                  ...value,
                  days: currentTarget.checked ? [...days, day] : days.filter((other) => other !== day),
                })
              }
              className="size-5 accent-accent"
            />
            {weekdayName(day, formats)}
          </label>
        ))}
      </div>
      <p className="text-13 text-ink-soft">{t("planForm.weekdays.hint")}</p>
    </fieldset>
  );
}
