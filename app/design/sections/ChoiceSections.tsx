import { useState } from "react";
import { LANGUAGE_CODES, LANGUAGES } from "#contracts/languages.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { Field } from "~/ui/Field.tsx";
import { ListSelect } from "~/ui/ListSelect.tsx";
import { SearchSelect } from "~/ui/SearchSelect.tsx";
import { SegmentedControl } from "~/ui/SegmentedControl.tsx";
import { Select } from "~/ui/Select.tsx";
import { Switch } from "~/ui/Switch.tsx";
import { Tabs } from "~/ui/Tabs.tsx";
import { DesignSection, ExampleColumns, ExampleRow } from "./layout.tsx";

const EXAMPLE_LANGUAGES = ["ar", "en", "es", "ja"] as const;
const EXAMPLE_VIEWS = ["transcript", "recap", "attendance", "talk"] as const;
const EXAMPLE_SPANS = ["month", "week", "agenda"] as const;

export function ChoiceSections() {
  return (
    <>
      <Selects />
      <Switches />
      <Views />
    </>
  );
}

function Selects() {
  const t = useMessages();
  const format = useFormatters();
  const option = (code: (typeof LANGUAGE_CODES)[number]) => ({
    value: code,
    label: LANGUAGES[code].name,
    lang: code,
    dir: LANGUAGES[code].dir,
    translatedLabel: format.languageName(code),
  });
  return (
    <DesignSection name="select">
      <ExampleColumns>
        <ListSelect label={t("language.reads")} options={EXAMPLE_LANGUAGES.map(option)} defaultValue="es" />
        <SearchSelect
          label={t("language.speaks")}
          hint={t("design.example.search")}
          options={LANGUAGE_CODES.map(option)}
          defaultValue="ar"
        />
        <Field label={t("design.example.native")}>
          {(control) => (
            <Select {...control} defaultValue="ja">
              {EXAMPLE_LANGUAGES.map((code) => (
                <option key={code} value={code} lang={code} dir={LANGUAGES[code].dir}>
                  {LANGUAGES[code].name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <ListSelect label={t("design.state.empty")} options={EXAMPLE_LANGUAGES.map(option)} />
        <ListSelect
          label={t("design.state.error")}
          options={EXAMPLE_LANGUAGES.map(option)}
          error={t("error.language/unknown")}
        />
        <ListSelect
          label={t("design.state.disabled")}
          options={EXAMPLE_LANGUAGES.map(option)}
          defaultValue="en"
          disabled
        />
      </ExampleColumns>
    </DesignSection>
  );
}

function Switches() {
  const t = useMessages();
  return (
    <DesignSection name="switch">
      <ExampleColumns>
        <Switch label={t("design.state.off")} />
        <Switch label={t("design.state.on")} defaultChecked />
        <Switch label={t("design.example.remind")} hint={t("design.example.remindHint")} defaultChecked />
        <Switch label={t("design.state.disabled")} disabled />
        <Switch label={t("design.state.disabledOn")} defaultChecked disabled />
      </ExampleColumns>
    </DesignSection>
  );
}

function Views() {
  const t = useMessages();
  const [span, setSpan] = useState<(typeof EXAMPLE_SPANS)[number]>("month");
  return (
    <DesignSection name="tabs">
      <Tabs
        label={t("design.example.views")}
        tabs={EXAMPLE_VIEWS.map((view) => ({
          value: view,
          label: t(`design.view.${view}`),
          content: <p className="text-ink-soft">{t("design.example.panel", { name: t(`design.view.${view}`) })}</p>,
          disabled: view === "talk",
        }))}
      />
      <Tabs
        look="segmented"
        label={t("design.example.parts")}
        tabs={EXAMPLE_VIEWS.slice(0, 2).map((view) => ({
          value: view,
          label: t(`design.view.${view}`),
          content: <p className="text-ink-soft">{t("design.example.panel", { name: t(`design.view.${view}`) })}</p>,
        }))}
      />
      <ExampleRow>
        <SegmentedControl
          label={t("design.example.span")}
          options={EXAMPLE_SPANS.map((value) => ({ value, label: t(`design.span.${value}`) }))}
          value={span}
          onChange={setSpan}
        />
      </ExampleRow>
    </DesignSection>
  );
}
