import { useState } from "react";
import { LANGUAGE_CODES, LANGUAGES } from "#contracts/languages.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { Field } from "~/ui/Field.tsx";
import { ListSelect } from "~/ui/ListSelect.tsx";
import { SearchSelect } from "~/ui/SearchSelect.tsx";
import { Segments } from "~/ui/Segments.tsx";
import { Select } from "~/ui/Select.tsx";
import { Switch } from "~/ui/Switch.tsx";
import { Tabs } from "~/ui/Tabs.tsx";
import { Columns, Row, Section } from "../parts.tsx";

const FEW = ["ar", "en", "es", "ja"] as const;
const VIEWS = ["transcript", "recap", "attendance", "talk"] as const;
const SPANS = ["month", "week", "agenda"] as const;

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
  const format = useFormat();
  const option = (code: (typeof LANGUAGE_CODES)[number]) => ({
    value: code,
    label: LANGUAGES[code].name,
    lang: code,
    dir: LANGUAGES[code].dir,
    also: format.languageName(code),
  });
  return (
    <Section name="select">
      <Columns>
        <ListSelect label={t("language.reads")} options={FEW.map(option)} defaultValue="es" />
        <SearchSelect
          label={t("language.speaks")}
          hint={t("design.example.search")}
          options={LANGUAGE_CODES.map(option)}
          defaultValue="ar"
        />
        <Field label={t("design.example.native")}>
          {(control) => (
            <Select {...control} defaultValue="ja">
              {FEW.map((code) => (
                <option key={code} value={code} lang={code} dir={LANGUAGES[code].dir}>
                  {LANGUAGES[code].name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <ListSelect label={t("design.state.empty")} options={FEW.map(option)} />
        <ListSelect label={t("design.state.error")} options={FEW.map(option)} error={t("error.language/unknown")} />
        <ListSelect label={t("design.state.disabled")} options={FEW.map(option)} defaultValue="en" disabled />
      </Columns>
    </Section>
  );
}

function Switches() {
  const t = useMessages();
  return (
    <Section name="switch">
      <Columns>
        <Switch label={t("design.state.off")} />
        <Switch label={t("design.state.on")} defaultChecked />
        <Switch label={t("design.example.remind")} hint={t("design.example.remindHint")} defaultChecked />
        <Switch label={t("design.state.disabled")} disabled />
        <Switch label={t("design.state.disabledOn")} defaultChecked disabled />
      </Columns>
    </Section>
  );
}

function Views() {
  const t = useMessages();
  const [span, setSpan] = useState<(typeof SPANS)[number]>("month");
  return (
    <Section name="tabs">
      <Tabs
        label={t("design.example.views")}
        tabs={VIEWS.map((view) => ({
          value: view,
          label: t(`design.view.${view}`),
          content: <p className="text-ink-soft">{t("design.example.panel", { name: t(`design.view.${view}`) })}</p>,
          disabled: view === "talk",
        }))}
      />
      <Tabs
        look="segmented"
        label={t("design.example.parts")}
        tabs={VIEWS.slice(0, 2).map((view) => ({
          value: view,
          label: t(`design.view.${view}`),
          content: <p className="text-ink-soft">{t("design.example.panel", { name: t(`design.view.${view}`) })}</p>,
        }))}
      />
      <Row>
        <Segments
          label={t("design.example.span")}
          options={SPANS.map((value) => ({ value, label: t(`design.span.${value}`) }))}
          value={span}
          onChange={setSpan}
        />
      </Row>
    </Section>
  );
}
