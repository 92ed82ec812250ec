import type { FormEvent } from "react";
import { isLanguage, LANGUAGES, type Language } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Field } from "~/ui/Field.tsx";
import { Select } from "~/ui/Select.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import type { TermFilter } from "../core/filterTerms.ts";

interface TermFiltersProps {
  /** The languages to choose from. */
  languages: readonly Language[];
  workspace: string | null;
  filter: TermFilter;
  onChange(filter: TermFilter): void;
}

/** Filters at each key. Without JavaScript the URL's `q`, `language` and `state` filter. */
export function TermFilters({ languages, workspace, filter, onChange }: TermFiltersProps) {
  const t = useMessages();
  const onFormChange = (event: FormEvent<HTMLFormElement>) => {
    const form = new FormData(event.currentTarget);
    const language = String(form.get("language"));
    const state = form.get("state");
    onChange({
      text: String(form.get("q") ?? ""),
      language: isLanguage(language) ? language : "",
      state: state === "proposed" || state === "approved" ? state : "",
    });
  };
  return (
    <search>
      <form
        method="get"
        onChange={onFormChange}
        onSubmit={(event) => event.preventDefault()}
        className="mb-6 grid items-end gap-3 max-l:grid-cols-2 l:grid-cols-[minmax(0,1fr)_200px_160px]"
      >
        {workspace !== null && <input type="hidden" name="workspace" value={workspace} />}
        <Field label={t("glossary.search")} className="max-l:col-span-2">
          {(control) => (
            <TextInput
              {...control}
              type="search"
              name="q"
              dir="auto"
              defaultValue={filter.text}
              autoComplete="off"
              enterKeyHint="search"
            />
          )}
        </Field>
        <Field label={t("glossary.language")}>
          {(control) => (
            <Select {...control} name="language" defaultValue={filter.language}>
              <option value="">{t("glossary.anyLanguage")}</option>
              {languages.map((code) => (
                <option key={code} value={code} lang={code} dir={LANGUAGES[code].dir}>
                  {LANGUAGES[code].name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={t("glossary.state")}>
          {(control) => (
            <Select {...control} name="state" defaultValue={filter.state}>
              <option value="">{t("glossary.anyState")}</option>
              <option value="approved">{t("glossary.terms")}</option>
              <option value="proposed">{t("glossary.proposals")}</option>
            </Select>
          )}
        </Field>
        <noscript>
          <Button type="submit">{t("glossary.show")}</Button>
        </noscript>
      </form>
    </search>
  );
}
