import { useEffect, useMemo, useState } from "react";
import { useFormatters, useLocale, useMessages } from "~/i18n/I18nProvider.tsx";
import { LOCALES } from "~/i18n/locales.ts";
import type { DateFormatter } from "~/lib/dates.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { Button, buttonClass } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Progress } from "~/ui/Progress.tsx";
import type { ArchiveTexts } from "../core/archive.ts";
import { useExport } from "./useExport.ts";

interface ExportSectionProps {
  env: Pick<PublicEnv, "supabaseUrl" | "publishableKey">;
  format: DateFormatter;
  now: number;
}

/** Prepares and saves the archive. */
export function ExportSection({ env, format, now }: ExportSectionProps) {
  const t = useMessages();
  const texts = useArchiveTexts(format, now);
  const [isBroken, setIsBroken] = useState(false);
  const { state, start, resume, cancel } = useExport(env, texts, () => setIsBroken(true));
  return (
    <section aria-labelledby="export" className="grid gap-4">
      <div>
        <h2 id="export" className="text-22 leading-snug font-head">
          {t("data.export")}
        </h2>
        <p className="mt-1 text-pretty text-ink-soft">{t("data.export.text")}</p>
      </div>
      {isBroken && <ErrorNotice code="network/offline" shape="row" />}
      <ExportStatus
        {...{ state, resume, cancel }}
        start={() => {
          setIsBroken(false);
          void start();
        }}
      />
      <noscript>
        <p className="text-14 text-ink-soft">{t("data.export.script")}</p>
      </noscript>
    </section>
  );
}

type StatusProps = Omit<ReturnType<typeof useExport>, "start"> & { start(): void };

function ExportStatus({ state, start, resume, cancel }: StatusProps) {
  const t = useMessages();
  const format = useFormatters();
  const items = (done: number, total: number) =>
    t("data.export.items", { done: format.number(done), total: format.number(total) });
  const stop = (
    <Button onClick={cancel} className="justify-self-start">
      {t("data.export.cancel")}
    </Button>
  );
  const begin = (
    <Button onClick={start} className="justify-self-start">
      {t("data.export.start")}
    </Button>
  );
  switch (state.kind) {
    case "idle":
      return begin;
    case "counting":
      return (
        <>
          <Progress label={t("data.export.counting")} value={null} />
          {stop}
        </>
      );
    case "running":
      return (
        <>
          <Progress
            label={t("data.export.running")}
            value={state.done}
            max={state.total}
            valueText={items(state.done, state.total)}
          />
          {stop}
        </>
      );
    case "stopped":
      return (
        <>
          <ErrorNotice code={state.code} shape="row" />
          <p className="text-14 text-pretty text-ink-soft">
            {t("data.export.kept")} {state.total > 0 && items(state.done, state.total)}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={resume}>{t("data.export.retry")}</Button>
            {stop}
          </div>
        </>
      );
    case "done":
      return <SavedArchive archive={state.archive} name={state.name} missing={state.missing} />;
    case "cancelled":
      return (
        <>
          <p role="status">{t("data.export.cancelled")}</p>
          {begin}
        </>
      );
    default:
      return state satisfies never;
  }
}

/** Saves the archive once. The link saves it again, if the browser blocked that. */
function SavedArchive({ archive, name, missing }: { archive: Blob; name: string; missing: number }) {
  const t = useMessages();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const created = URL.createObjectURL(archive);
    setAddress(created);
    const link = document.createElement("a");
    link.href = created;
    link.download = name;
    link.click();
    return () => URL.revokeObjectURL(created);
  }, [archive, name]);
  return (
    <>
      <p role="status" className="rounded-m bg-success-soft px-4 py-3 text-success">
        {t("data.export.done")}
      </p>
      {missing > 0 && (
        <p className="text-14 text-pretty text-ink-soft">{t("data.export.missing", { count: missing })}</p>
      )}
      <a href={address} download={name} className={`${buttonClass()} justify-self-start`}>
        {t("data.export.save")}
      </a>
    </>
  );
}

function useArchiveTexts(format: DateFormatter, now: number): ArchiveTexts {
  const t = useMessages();
  const locale = useLocale();
  return useMemo(
    () => ({
      language: locale,
      dir: LOCALES[locale].dir,
      title: t("data.file.title"),
      exportedAt: t("data.file.at", { date: format.fullDate(now) }),
      lines: t("data.file.lines"),
      time: t("data.file.time"),
      meeting: t("data.file.meeting"),
      text: t("data.file.text"),
      untitled: t("data.file.untitled"),
      removed: t("data.file.removed"),
      content: t("data.file.content"),
      count: t("data.file.count"),
      file: t("data.file.file"),
      account: t("data.part.account"),
      parts: partNames(t),
    }),
    [t, locale, format, now],
  );
}

const partNames = (t: ReturnType<typeof useMessages>): ArchiveTexts["parts"] => ({
  meetings: t("data.part.meetings"),
  attendance: t("data.part.attendance"),
  lines: t("data.part.lines"),
  typed: t("data.part.typed"),
  corrections: t("data.part.corrections"),
  "earlier-corrections": t("data.part.earlier-corrections"),
  proposals: t("data.part.proposals"),
  marks: t("data.part.marks"),
  tasks: t("data.part.tasks"),
  reactions: t("data.part.reactions"),
  reports: t("data.part.reports"),
  questions: t("data.part.questions"),
  answers: t("data.part.answers"),
  files: t("data.part.files"),
  terms: t("data.part.terms"),
  invitations: t("data.part.invitations"),
  series: t("data.part.series"),
  "series-answers": t("data.part.series-answers"),
});
