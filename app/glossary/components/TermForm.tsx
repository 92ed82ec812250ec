import { Form, useNavigation } from "@remix-run/react";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useEffect, useId, useRef, useState } from "react";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import type { Language } from "#contracts/languages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { LanguageSelect } from "~/translation/LanguageSelect.tsx";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { controlClass, Field } from "~/ui/Field.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { termValuesOf } from "../core/formValues.ts";
import type { TermErrors, TermValues, TranslationFault } from "../core/glossaryView.ts";

/** UTF-16 units, up to two for each character. Slightly longer input gets an error, more cannot be typed. */
const TERM_MAX_LENGTH = 2 * GLOSSARY.term.max;
const NOTE_MAX_LENGTH = 2 * GLOSSARY.termNote.max;

interface TermFormProps {
  actionPath: string;
  /** The stored values, or an earlier draft. */
  values: TermValues;
  errors: TermErrors;
  suggestedLanguages: readonly Language[];
  /** Called at every change, so that the draft outlives the form. */
  onValuesChange(values: TermValues): void;
}

/** Edits a term. Posts `id`, `term`, `language`, `never`, pairs of `to` and `word`, `note`, `changed_at`. */
export function TermForm({ actionPath, values, errors, suggestedLanguages, onValuesChange }: TermFormProps) {
  const t = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("id") === values.id;
  const errorMessage = (code: TranslationFault | undefined) =>
    code && (code === "own" || code === "twice" ? t(`glossary.fault.translation-${code}`) : errorText(t, code));
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);
  return (
    <Form
      ref={form}
      method="post"
      action={actionPath}
      preventScrollReset
      noValidate
      onInput={(event) => onValuesChange(termValuesOf(new FormData(event.currentTarget)))}
      className="group/term mt-4 grid gap-5"
    >
      {/* Enter clicks a form's first submit button. */}
      <button type="submit" name="intent" value="save" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <input type="hidden" name="id" value={values.id} />
      <input type="hidden" name="changed_at" value={values.changedAt} />
      <div className="grid gap-5 l:grid-cols-[minmax(0,1fr)_200px]">
        <Field
          label={t("glossary.field.term")}
          hint={t("glossary.field.termHint", { count: GLOSSARY.term.max })}
          error={errorMessage(errors.term)}
        >
          {(control) => (
            // Uncontrolled, so that text typed before hydration stays.
            <TextInput
              {...control}
              data-autofocus
              name="term"
              dir="auto"
              maxLength={TERM_MAX_LENGTH}
              defaultValue={values.term}
              autoComplete="off"
            />
          )}
        </Field>
        <Field label={t("glossary.field.language")} error={errorMessage(errors.language)}>
          {(control) => (
            <LanguageSelect
              {...control}
              name="language"
              defaultValue={values.language}
              suggested={suggestedLanguages}
            />
          )}
        </Field>
      </div>
      <NeverTranslateCheckbox checked={values.never} />
      <TranslationFields
        values={values}
        faults={errors.translations ?? {}}
        errorMessage={errorMessage}
        suggestedLanguages={suggestedLanguages}
        onRowsChange={() => form.current && onValuesChange(termValuesOf(new FormData(form.current)))}
      />
      <Field
        label={t("glossary.field.note")}
        hint={t("glossary.field.noteHint", { count: GLOSSARY.termNote.max })}
        error={errorMessage(errors.note)}
      >
        {(control) => (
          <textarea
            {...control}
            name="note"
            dir="auto"
            rows={2}
            maxLength={NOTE_MAX_LENGTH}
            defaultValue={values.note}
            className={controlClass}
          />
        )}
      </Field>
      {errors.form && <ErrorNotice code={errors.form} shape="row" />}
      <div className="flex justify-end">
        <Button type="submit" name="intent" value="save" variant="primary" busy={busy}>
          {busy ? t("settings.saving") : t("settings.save")}
        </Button>
      </div>
    </Form>
  );
}

function NeverTranslateCheckbox({ checked }: { checked: boolean }) {
  const t = useMessages();
  const hint = useId();
  return (
    <div className="grid gap-0.5">
      <label className="flex min-h-control-s cursor-pointer items-center gap-2.5 leading-snug font-strong">
        <input
          type="checkbox"
          name="never"
          defaultChecked={checked}
          aria-describedby={hint}
          className="size-4.5 flex-none accent-accent"
        />
        {t("glossary.field.never")}
      </label>
      <p id={hint} className="text-13 text-pretty text-ink-soft">
        {t("glossary.field.neverHint")}
      </p>
    </div>
  );
}

interface TranslationFieldsProps {
  values: TermValues;
  faults: Readonly<Record<number, TranslationFault>>;
  errorMessage(fault: TranslationFault | undefined): string | undefined;
  suggestedLanguages: readonly Language[];
  /** Called after a row was added or removed. */
  onRowsChange(): void;
}

/** Hidden while the term is never translated. The values stay. */
function TranslationFields({ values, faults, errorMessage, suggestedLanguages, onRowsChange }: TranslationFieldsProps) {
  const t = useMessages();
  const format = useFormatters();
  const next = useRef(values.translations.length);
  const [rows, setRows] = useState(() => values.translations.map((translation, key) => ({ key, ...translation })));
  const list = useRef<HTMLFieldSetElement>(null);
  const focusNewRow = useRef(false);
  // Faults refer to row positions, so a removed row invalidates them.
  const [dismissedFaults, setDismissedFaults] = useState<TranslationFieldsProps["faults"] | null>(null);
  const notifiedRows = useRef(rows);
  useEffect(() => {
    if (notifiedRows.current === rows) return;
    notifiedRows.current = rows;
    onRowsChange();
    if (!focusNewRow.current) return;
    focusNewRow.current = false;
    [...(list.current?.querySelectorAll("select") ?? [])].at(-1)?.focus();
  }, [rows, onRowsChange]);
  const taken = new Set([values.language, ...rows.map(({ language }) => language)]);
  const free = suggestedLanguages.find((code) => !taken.has(code)) ?? suggestedLanguages[0] ?? "en";
  return (
    <fieldset ref={list} className="grid gap-3 group-has-[input[name=never]:checked]/term:hidden">
      <legend className="mb-1.5 text-14 font-strong">{t("glossary.field.translations")}</legend>
      {rows.map((row, index) => {
        const error = errorMessage(dismissedFaults === faults ? undefined : faults[index]);
        const invalid = error === undefined ? {} : { "aria-invalid": true as const };
        return (
          <fieldset key={row.key} aria-label={t("glossary.translation", { number: format.number(index + 1) })}>
            <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 l:grid-cols-[200px_minmax(0,1fr)_auto]">
              <LanguageSelect
                name="to"
                aria-label={t("glossary.field.to")}
                defaultValue={row.language || free}
                suggested={suggestedLanguages}
                {...invalid}
              />
              <TextInput
                name="word"
                dir="auto"
                maxLength={TERM_MAX_LENGTH}
                aria-label={t("glossary.field.word")}
                defaultValue={row.word}
                autoComplete="off"
                {...invalid}
                className="max-l:col-start-1 max-l:row-start-2"
              />
              <IconButton
                label={t("glossary.removeTranslation")}
                icon={<X />}
                className="max-l:col-start-2 max-l:row-start-1"
                onClick={() => {
                  setDismissedFaults(faults);
                  setRows(rows.filter(({ key }) => key !== row.key));
                }}
              />
            </div>
            {error && (
              <p role="alert" className="mt-1.5 text-13 leading-snug text-danger">
                {error}
              </p>
            )}
          </fieldset>
        );
      })}
      <Button
        type="submit"
        name="intent"
        value="more"
        size="s"
        className="justify-self-start"
        onClick={(event) => {
          event.preventDefault();
          focusNewRow.current = true;
          const key = next.current;
          next.current += 1;
          setRows([...rows, { key, language: free, word: "" }]);
        }}
      >
        <Plus className="size-4" />
        {t("glossary.addTranslation")}
      </Button>
    </fieldset>
  );
}
