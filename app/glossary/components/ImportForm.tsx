import { Form, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { GLOSSARY } from "#contracts/glossaryLimits.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { GLOSSARY_MAX_BYTES } from "~/lib/requestLimits.ts";
import { Button } from "~/ui/Button.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { cx } from "~/ui/cx.ts";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { controlClass, Field } from "~/ui/Field.tsx";
import { formatRanges } from "../core/formatRanges.ts";
import type { ImportPreview, ImportStatus } from "../core/glossaryView.ts";

/** Column names, the same in every UI language. */
const EXAMPLE_COLUMNS = ["term", "language", "never", "note", "en", "es…"].join(", ");

/** Characters. Each takes up to three bytes, and 1024 bytes remain for the rest of the form. */
const MAX_PASTE_LENGTH = Math.floor(GLOSSARY_MAX_BYTES / 3) - 1024;

interface ImportFormProps {
  actionPath: string;
  text: string;
  preview: ImportPreview | null;
  error: ErrorCode | null;
  onTextChange(text: string): void;
}

/** Imports a file or pasted rows after a preview. Posts `file` and `text` as multipart form data. */
export function ImportForm({ actionPath, text, preview, error, onTextChange }: ImportFormProps) {
  const t = useMessages();
  const format = useFormatters();
  const form = useRef<HTMLFormElement>(null);
  const outcomeRef = useRef<HTMLDivElement>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const navigation = useNavigation();
  const pendingIntent = navigation.formMethod === "POST" ? navigation.formData?.get("intent") : undefined;
  const ready = preview !== null && preview.invalidRows.length === 0 && preview.terms.length > 0;
  // The text field replaces the file, so that the user can correct invalid rows.
  useEffect(() => {
    if (preview === null || form.current === null) return;
    const { file, text: field } = form.current;
    if (file instanceof HTMLInputElement) file.value = "";
    if (field instanceof HTMLTextAreaElement) field.value = text;
    outcomeRef.current?.focus();
  }, [preview, text]);
  // The Worker closes the connection of a far too large upload, and the form would be lost.
  const rejectTooLarge = (event: FormEvent<HTMLFormElement>) => {
    if (formBytes(new FormData(event.currentTarget)) <= GLOSSARY_MAX_BYTES) return;
    event.preventDefault();
    setTooLarge(true);
  };
  const shownError = tooLarge ? "request/too-large" : error;
  return (
    <Form
      ref={form}
      method="post"
      action={actionPath}
      encType="multipart/form-data"
      preventScrollReset
      onInput={(event) => {
        setTooLarge(false);
        onTextChange(String(new FormData(event.currentTarget).get("text") ?? ""));
      }}
      onSubmit={rejectTooLarge}
      className="mt-2 grid gap-5"
    >
      <p className="text-pretty text-ink-soft">
        {t.rich("glossary.import.text", {
          columns: (
            <code key="columns" dir="ltr" className="text-14 text-ink">
              {EXAMPLE_COLUMNS}
            </code>
          ),
        })}
      </p>
      <Field
        label={t("glossary.import.file")}
        hint={t("glossary.import.limit", {
          count: GLOSSARY.glossaryTerms,
          size: format.number(GLOSSARY_MAX_BYTES / 2 ** 20),
        })}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            name="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            className={cx(
              controlClass,
              "cursor-pointer text-14 file:me-3 file:rounded-[8px] file:border-0 file:bg-hover file:px-3 file:py-1.5 file:font-strong file:text-ink",
            )}
          />
        )}
      </Field>
      <Field label={t("glossary.import.paste")}>
        {(control) => (
          <textarea
            {...control}
            name="text"
            dir="auto"
            rows={6}
            maxLength={MAX_PASTE_LENGTH}
            defaultValue={text}
            spellCheck={false}
            className={cx(controlClass, "font-mono text-14 whitespace-pre")}
          />
        )}
      </Field>
      {shownError && <ErrorNotice code={shownError} shape="row" />}
      {preview !== null && (
        <div ref={outcomeRef} tabIndex={-1} className="outline-none">
          <ImportOutcome preview={preview} />
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          type="submit"
          name="intent"
          value="preview"
          {...(!ready && { variant: "primary" as const })}
          busy={pendingIntent === "preview"}
        >
          {t("glossary.import.check")}
        </Button>
        {ready && (
          <Button type="submit" name="intent" value="import" variant="primary" busy={pendingIntent === "import"}>
            {t("glossary.import.press")}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** Estimates the request's size: 1024 bytes for the boundaries and headers of the parts. */
const formBytes = (form: FormData): number => new Blob([...form.values()]).size + 1024;

const IMPORT_STATUSES: readonly ImportStatus[] = ["new", "changed", "unchanged"];

/** More words would not be read. */
const MAX_SHOWN_WORDS = 50;

/** The first words, so that a reader sees whether the file was understood. */
function TermWords({ terms }: { terms: ImportPreview["terms"] }) {
  const hidden = terms.length - MAX_SHOWN_WORDS;
  return (
    <ul className="mt-1 flex max-h-40 flex-wrap gap-1.5 overflow-y-auto text-ink">
      {terms.slice(0, MAX_SHOWN_WORDS).map(({ row, term, language }) => (
        <li key={row} lang={language} className="rounded-s bg-sunken px-1.5 wrap-anywhere">
          <bdi>{term}</bdi>
        </li>
      ))}
      {hidden > 0 && <li>…</li>}
    </ul>
  );
}

function ImportOutcome({ preview: { terms, invalidRows } }: { preview: ImportPreview }) {
  const t = useMessages();
  const format = useFormatters();
  return (
    <div role="status" className="grid gap-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
        {IMPORT_STATUSES.map((status) => {
          const found = terms.filter((term) => term.status === status);
          const rows = found.map(({ row }) => row);
          return (
            found.length > 0 && (
              <div key={status} className="contents">
                <dt>
                  <Chip tone={status === "unchanged" ? "quiet" : "success"}>
                    {t(`glossary.import.${status}`, { count: rows.length })}
                  </Chip>
                </dt>
                <dd className="text-14 text-ink-soft tabular-nums">
                  {t.rich("glossary.import.rows", {
                    rows: (
                      <bdi key="rows" dir="ltr">
                        {formatRanges(rows)}
                      </bdi>
                    ),
                    count: rows.length,
                  })}
                  <TermWords terms={found} />
                </dd>
              </div>
            )
          );
        })}
      </dl>
      {invalidRows.length > 0 && (
        <div className="grid gap-2 rounded-m bg-danger-soft px-4 py-3">
          <p className="font-strong">{t("glossary.import.wrong", { count: invalidRows.length })}</p>
          <ul className="grid max-h-60 gap-1.5 overflow-y-auto text-14">
            {invalidRows.map(({ row, fault, cell }) => (
              <li key={row} className="leading-snug wrap-anywhere">
                <b className="font-strong tabular-nums">{t("glossary.import.row", { row: format.number(row) })}</b>{" "}
                {t(`glossary.fault.${fault}`)}
                {cell !== undefined && cell !== "" && (
                  <>
                    {" "}
                    <bdi className="rounded-s bg-raised px-1.5">{cell}</bdi>
                  </>
                )}
              </li>
            ))}
          </ul>
          <p className="text-14 text-pretty text-ink-soft">{t("glossary.import.mend")}</p>
        </div>
      )}
    </div>
  );
}
