import { Form, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import { LIMITS } from "#contracts/limits.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { MOST_OF_GLOSSARY } from "~/platform/bodies.ts";
import { Button } from "~/ui/Button.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { cx } from "~/ui/cx.ts";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { controlClass, Field } from "~/ui/Field.tsx";
import { rangesText } from "../core/ranges.ts";
import type { Preview, Standing } from "../view.ts";

/** Names in a file, not words: the same in every language. */
const COLUMNS = ["term", "language", "never", "note", "en", "es…"].join(", ");

/** A letter takes up to three bytes, and the rest of the form has room: what can be typed can be sent. */
const MOST_TYPED = Math.floor(MOST_OF_GLOSSARY / 3) - 1024;

interface ImportFormProps {
  address: string;
  text: string;
  preview: Preview | null;
  error: ErrorCode | null;
  onTyped(text: string): void;
}

/** A file or pasted rows, looked at before anything is done. Posts `file`, `text`, as a form of parts. */
export function ImportForm({ address, text, preview, error, onTyped }: ImportFormProps) {
  const t = useMessages();
  const format = useFormat();
  const form = useRef<HTMLFormElement>(null);
  const outcome = useRef<HTMLDivElement>(null);
  const [tooLarge, setTooLarge] = useState(false);
  const navigation = useNavigation();
  const pressed = navigation.formMethod === "POST" ? navigation.formData?.get("intent") : undefined;
  const ready = preview !== null && preview.wrong.length === 0 && preview.terms.length > 0;
  // What was in the file stands in the field now, where a wrong row can be mended.
  useEffect(() => {
    if (preview === null || form.current === null) return;
    const { file, text: field } = form.current;
    if (file instanceof HTMLInputElement) file.value = "";
    if (field instanceof HTMLTextAreaElement) field.value = text;
    outcome.current?.focus();
  }, [preview, text]);
  // Not sent at all: of a much larger one the connection would break, and what stands here with it.
  const refuseTooLarge = (event: FormEvent<HTMLFormElement>) => {
    if (bytesOf(new FormData(event.currentTarget)) <= MOST_OF_GLOSSARY) return;
    event.preventDefault();
    setTooLarge(true);
  };
  const shown = tooLarge ? "request/too-large" : error;
  return (
    <Form
      ref={form}
      method="post"
      action={address}
      encType="multipart/form-data"
      preventScrollReset
      onInput={(event) => {
        setTooLarge(false);
        onTyped(String(new FormData(event.currentTarget).get("text") ?? ""));
      }}
      onSubmit={refuseTooLarge}
      className="mt-2 grid gap-5"
    >
      <p className="text-pretty text-ink-soft">
        {t.rich("glossary.import.text", {
          columns: (
            <code key="columns" dir="ltr" className="text-14 text-ink">
              {COLUMNS}
            </code>
          ),
        })}
      </p>
      <Field
        label={t("glossary.import.file")}
        hint={t("glossary.import.limit", {
          count: LIMITS.glossaryTerms,
          size: format.number(MOST_OF_GLOSSARY / 2 ** 20),
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
            maxLength={MOST_TYPED}
            defaultValue={text}
            spellCheck={false}
            className={cx(controlClass, "font-mono text-14 whitespace-pre")}
          />
        )}
      </Field>
      {shown && <ErrorNotice code={shown} shape="row" />}
      {preview !== null && (
        <div ref={outcome} tabIndex={-1} className="outline-none">
          <Outcome preview={preview} />
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          type="submit"
          name="intent"
          value="preview"
          {...(!ready && { variant: "primary" as const })}
          busy={pressed === "preview"}
        >
          {t("glossary.import.check")}
        </Button>
        {ready && (
          <Button type="submit" name="intent" value="import" variant="primary" busy={pressed === "import"}>
            {t("glossary.import.press")}
          </Button>
        )}
      </div>
    </Form>
  );
}

/** About: what stands around the parts is small. */
const bytesOf = (form: FormData): number => new Blob([...form.values()]).size + 1024;

const STANDINGS: readonly Standing[] = ["new", "changed", "unchanged"];

function Outcome({ preview: { terms, wrong } }: { preview: Preview }) {
  const t = useMessages();
  const format = useFormat();
  return (
    <div role="status" className="grid gap-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2">
        {STANDINGS.map((standing) => {
          const rows = terms.filter((term) => term.standing === standing).map(({ row }) => row);
          return (
            rows.length > 0 && (
              <div key={standing} className="contents">
                <dt>
                  <Chip tone={standing === "unchanged" ? "quiet" : "success"}>
                    {t(`glossary.import.${standing}`, { count: rows.length })}
                  </Chip>
                </dt>
                <dd className="text-14 text-ink-soft tabular-nums">
                  {t.rich("glossary.import.rows", {
                    rows: (
                      <bdi key="rows" dir="ltr">
                        {rangesText(rows)}
                      </bdi>
                    ),
                    count: rows.length,
                  })}
                </dd>
              </div>
            )
          );
        })}
      </dl>
      {wrong.length > 0 && (
        <div className="grid gap-2 rounded-m bg-danger-soft px-4 py-3">
          <p className="font-strong">{t("glossary.import.wrong", { count: wrong.length })}</p>
          <ul className="grid max-h-60 gap-1.5 overflow-y-auto text-14">
            {wrong.map(({ row, fault, cell }) => (
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
