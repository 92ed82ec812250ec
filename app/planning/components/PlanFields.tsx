import { useMemo } from "react";
import { isLanguage } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { PLANNING } from "#contracts/planningLimits.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageSelect } from "~/translation/LanguageSelect.tsx";
import { cx } from "~/ui/cx.ts";
import { controlClass, Field } from "~/ui/Field.tsx";
import { SearchSelect } from "~/ui/SearchSelect.tsx";
import { Select } from "~/ui/Select.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import { parseDay } from "../core/calendarRange.ts";
import type { PlanFormError, PlanFormValues } from "../core/planForm.ts";
import { RepeatFields } from "./RepeatFields.tsx";
import { zoneOptions } from "./zoneOptions.ts";

interface PlanFieldsProps {
  values: PlanFormValues;
  onChange(values: PlanFormValues): void;
  fault: PlanFormError | null;
  formats: CalendarFormats;
  /** The change concerns more than one occurrence, or a new meeting. */
  whole: boolean;
  isNew: boolean;
  /** The stored rule is one that the form cannot express. */
  hasKept: boolean;
}

const ACCESSES = ["knock", "open", "members"] as const;

/** One occurrence has a day, a time and a length. The rest belongs to the series. */
export function PlanFields({ values, onChange, fault, formats, whole, isNew, hasKept }: PlanFieldsProps) {
  const t = useMessages();
  const { title, language, date, time, length, zone, repeat, access, agenda } = values;
  const zones = useMemo(() => zoneOptions(zone), [zone]);
  const set = (changed: Partial<PlanFormValues>) => onChange({ ...values, ...changed });
  const titleFault = fault === "title" || fault === "titleLong" ? fault : null;
  const repeatFault = fault === "interval" || fault === "until" || fault === "count" ? fault : null;
  return (
    <>
      {whole && (
        <div className="grid gap-4 s:grid-cols-[minmax(0,1fr)_12rem]">
          <Field label={t("planForm.name")} error={titleFault && t(`planForm.error.${titleFault}`)}>
            {(control) => (
              <TextInput
                {...control}
                value={title}
                maxLength={LIMITS.title.max}
                lang={language}
                dir="auto"
                onChange={({ currentTarget }) => set({ title: currentTarget.value })}
              />
            )}
          </Field>
          <Field label={t("planForm.language")}>
            {(control) => (
              <LanguageSelect
                {...control}
                native
                suggested={[language]}
                value={language}
                onChange={({ currentTarget: { value } }) => isLanguage(value) && set({ language: value })}
              />
            )}
          </Field>
        </div>
      )}
      <div className="grid gap-4 s:grid-cols-3">
        <Field label={t("planForm.date")} error={fault === "start" && t("planForm.error.start")}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={date}
              onChange={({ currentTarget }) => set({ date: currentTarget.value })}
            />
          )}
        </Field>
        <Field label={t("planForm.time")}>
          {(control) => (
            <TextInput
              {...control}
              type="time"
              value={time}
              onChange={({ currentTarget }) => set({ time: currentTarget.value.slice(0, 5) })}
            />
          )}
        </Field>
        <Field label={t("planForm.length")} error={fault === "length" && t("planForm.error.length")}>
          {(control) => (
            <TextInput
              {...control}
              type="number"
              step={5}
              min={PLANNING.lengthMinutes.min}
              max={PLANNING.lengthMinutes.max}
              value={Number.isNaN(length) ? "" : length}
              onChange={({ currentTarget }) => set({ length: currentTarget.valueAsNumber })}
            />
          )}
        </Field>
      </div>
      {whole && (
        <>
          <SearchSelect
            label={t("planForm.zone")}
            options={zones}
            defaultValue={zone}
            onChange={(chosen) => set({ zone: chosen })}
            {...(fault === "zone" && { error: t("planForm.error.zone") })}
          />
          <RepeatFields
            value={repeat}
            day={parseDay(date) ?? 0}
            hasKept={hasKept}
            error={repeatFault}
            formats={formats}
            onChange={(chosen) => set({ repeat: chosen })}
          />
          {isNew && (
            <Field label={t("planForm.access")}>
              {(control) => (
                <Select
                  {...control}
                  value={access}
                  onChange={({ currentTarget }) => {
                    const chosen = ACCESSES.find((name) => name === currentTarget.value);
                    if (chosen !== undefined) set({ access: chosen });
                  }}
                >
                  {ACCESSES.map((name) => (
                    <option key={name} value={name}>
                      {t(`planForm.access.${name}`)}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          )}
          <Field
            label={t("planForm.agenda")}
            hint={t("planForm.agenda.hint")}
            error={fault === "agenda" && t("planForm.error.agenda")}
          >
            {(control) => (
              <textarea
                {...control}
                rows={3}
                lang={language}
                dir="auto"
                value={agenda}
                onChange={({ currentTarget }) => set({ agenda: currentTarget.value })}
                className={cx(controlClass, "field-sizing-content max-h-60 resize-none")}
              />
            )}
          </Field>
        </>
      )}
    </>
  );
}
