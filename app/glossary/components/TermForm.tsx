import { Form, useNavigation } from "@remix-run/react";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { useEffect, useId, useRef, useState } from "react";
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { LanguageSelect } from "~/languages/index.ts";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { errorText } from "~/ui/errors.tsx";
import { controlClass, Field } from "~/ui/Field.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { typedTerm } from "../core/typed.ts";
import type { TermErrors, TermValues, TranslationFault } from "../view.ts";

/** As a field counts, where a character may be two: what is a little too long is said, more than that cannot be typed. */
const MOST_OF_TERM = 2 * LIMITS.term.max;
const MOST_OF_NOTE = 2 * LIMITS.termNote.max;

interface TermFormProps {
  address: string;
  /** What is stored, or what was typed before. */
  values: TermValues;
  errors: TermErrors;
  likely: readonly Language[];
  /** What is typed now, at every change: it outlives the form. */
  onTyped(values: TermValues): void;
}

/** One term. Posts `id`, `term`, `language`, `never`, pairs of `to` and `word`, `note`, `changed_at`. */
export function TermForm({ address, values, errors, likely, onTyped }: TermFormProps) {
  const t = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formMethod === "POST";
  const said = (code: TranslationFault | undefined) =>
    code && (code === "own" || code === "twice" ? t(`glossary.fault.translation-${code}`) : errorText(t, code));
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [errors]);
  return (
    <Form
      ref={form}
      method="post"
      action={address}
      preventScrollReset
      noValidate
      onInput={(event) => onTyped(typedTerm(new FormData(event.currentTarget)))}
      className="group/term mt-4 grid gap-5"
    >
      {/* The first of its buttons is what Enter presses. */}
      <button type="submit" name="intent" value="save" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <input type="hidden" name="id" value={values.id} />
      <input type="hidden" name="changed_at" value={values.changedAt} />
      <div className="grid gap-5 l:grid-cols-[minmax(0,1fr)_200px]">
        <Field
          label={t("glossary.field.term")}
          hint={t("glossary.field.termHint", { count: LIMITS.term.max })}
          error={said(errors.term)}
        >
          {(control) => (
            // Not controlled: what is typed before the scripts are there stays.
            <TextInput
              {...control}
              data-autofocus
              name="term"
              dir="auto"
              maxLength={MOST_OF_TERM}
              defaultValue={values.term}
              autoComplete="off"
            />
          )}
        </Field>
        <Field label={t("glossary.field.language")} error={said(errors.language)}>
          {(control) => <LanguageSelect {...control} name="language" defaultValue={values.language} likely={likely} />}
        </Field>
      </div>
      <Never checked={values.never} />
      <Translations
        values={values}
        faults={errors.translations ?? {}}
        said={said}
        likely={likely}
        onRows={() => form.current && onTyped(typedTerm(new FormData(form.current)))}
      />
      <Field
        label={t("glossary.field.note")}
        hint={t("glossary.field.noteHint", { count: LIMITS.termNote.max })}
        error={said(errors.note)}
      >
        {(control) => (
          <textarea
            {...control}
            name="note"
            dir="auto"
            rows={2}
            maxLength={MOST_OF_NOTE}
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

function Never({ checked }: { checked: boolean }) {
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

interface TranslationsProps {
  values: TermValues;
  faults: Readonly<Record<number, TranslationFault>>;
  said(fault: TranslationFault | undefined): string | undefined;
  likely: readonly Language[];
  /** After a row came or went. */
  onRows(): void;
}

/** Nobody sees them while the term is never translated; they are kept for another thought. */
function Translations({ values, faults, said, likely, onRows }: TranslationsProps) {
  const t = useMessages();
  const format = useFormat();
  const next = useRef(values.translations.length);
  const [rows, setRows] = useState(() => values.translations.map((translation, key) => ({ key, ...translation })));
  const list = useRef<HTMLFieldSetElement>(null);
  const added = useRef(false);
  // Of a form that has changed its rows since, nobody knows to which they belong.
  const [settled, setSettled] = useState<TranslationsProps["faults"] | null>(null);
  const drawn = useRef(rows);
  useEffect(() => {
    if (drawn.current === rows) return;
    drawn.current = rows;
    onRows();
    if (!added.current) return;
    added.current = false;
    [...(list.current?.querySelectorAll("select") ?? [])].at(-1)?.focus();
  }, [rows, onRows]);
  const taken = new Set([values.language, ...rows.map(({ language }) => language)]);
  const free = likely.find((code) => !taken.has(code)) ?? likely[0] ?? "en";
  return (
    <fieldset ref={list} className="grid gap-3 group-has-[input[name=never]:checked]/term:hidden">
      <legend className="mb-1.5 text-14 font-strong">{t("glossary.field.translations")}</legend>
      {rows.map((row, place) => {
        const error = said(settled === faults ? undefined : faults[place]);
        const invalid = error === undefined ? {} : { "aria-invalid": true as const };
        return (
          <fieldset key={row.key} aria-label={t("glossary.translation", { number: format.number(place + 1) })}>
            <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 l:grid-cols-[200px_minmax(0,1fr)_auto]">
              <LanguageSelect
                name="to"
                aria-label={t("glossary.field.to")}
                defaultValue={row.language || free}
                likely={likely}
                {...invalid}
              />
              <TextInput
                name="word"
                dir="auto"
                maxLength={MOST_OF_TERM}
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
                  setSettled(faults);
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
          added.current = true;
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
