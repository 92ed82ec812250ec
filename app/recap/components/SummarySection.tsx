import Bot from "lucide-react/icons/bot";
import type { ErrorCode } from "#contracts/errors.ts";
import { SUMMARY, type SummaryStatus } from "#contracts/summary.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { TranscriptText } from "~/transcripts/TranscriptText.tsx";
import { Button } from "~/ui/Button.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { Skeleton } from "~/ui/Skeleton.tsx";
import type { GeneratedSummaryStore, SummaryState } from "../core/summary.ts";
import { LineLink } from "./LineLink.tsx";
import { RecapSection } from "./RecapSection.tsx";

interface SummarySectionProps {
  summary: GeneratedSummaryStore;
  state: SummaryState;
  /** Lines of the whole call. */
  lineCount: number;
  /** Start of the call, milliseconds since the epoch. */
  startedAt: number;
  transcriptPath: string;
}

/** The summary of a language model, labelled as AI-generated. Renders nothing if no model is configured. */
export function SummarySection({ summary, state, lineCount, startedAt, transcriptPath }: SummarySectionProps) {
  const t = useMessages();
  const format = useFormatters();
  const { read, configured, activity, error } = state;
  const written = read.summary;
  if (written === null && (configured !== true || lineCount < SUMMARY.minLines)) return null;
  return (
    <RecapSection
      title={t("recap.summary")}
      beside={
        <Chip>
          <Bot aria-hidden="true" className="size-4" />
          {t("recap.machine")}
        </Chip>
      }
    >
      {written === null && activity === null && error === null && (
        <Button onClick={() => summary.generate(false)} className="print:hidden">
          {t("recap.write")}
        </Button>
      )}
      {written !== null && (
        <SummarySentences state={state} written={written} startedAt={startedAt} transcriptPath={transcriptPath} />
      )}
      <p role="status" className="text-14 text-ink-soft not-empty:mt-2 print:hidden">
        {activity !== null && t(`recap.${activity}`)}
      </p>
      {activity === "writing" && written === null && (
        <div className="mt-3 grid gap-3 print:hidden">
          <Skeleton className="w-11/12" />
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
        </div>
      )}
      {written?.stale && activity !== "writing" && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-soft">
          {t("recap.stale")}
          {configured === true && (
            <Button size="s" onClick={() => summary.generate(true)} className="print:hidden">
              {t("recap.again")}
            </Button>
          )}
        </p>
      )}
      {error !== null && written !== null && isTranslationError(error) && (
        <p
          role="status"
          className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-ink-soft print:hidden"
        >
          {t("transcript.missing", { language: format.languageName(written.language) })} {t(`error.${error}`)}
          {!PERMANENT_ERRORS.includes(error) && (
            <Button size="s" onClick={() => summary.generate(false)}>
              {t("action.retry")}
            </Button>
          )}
        </p>
      )}
      {error !== null && !isTranslationError(error) && (
        <ErrorNotice
          code={error}
          shape="row"
          className="mt-3 print:hidden"
          action={
            !PERMANENT_ERRORS.includes(error) && (
              <Button size="s" onClick={() => summary.generate(read.state === "failed" && written !== null)}>
                {t("action.retry")}
              </Button>
            )
          }
        />
      )}
    </RecapSection>
  );
}

/** Errors that a retry cannot change. */
const PERMANENT_ERRORS: readonly ErrorCode[] = [
  "translate/unsupported-pair",
  "translate/off",
  "translate/device-only",
  "summary/off",
];

/** After such an error the summary is shown in its own language. */
const isTranslationError = (code: ErrorCode) => code.startsWith("translate/");

type GeneratedSummary = NonNullable<SummaryStatus["summary"]>;

type SummarySentencesProps = Pick<SummarySectionProps, "state" | "startedAt" | "transcriptPath"> & {
  written: GeneratedSummary;
};

function SummarySentences({ written, state, startedAt, transcriptPath }: SummarySentencesProps) {
  const t = useMessages();
  const format = useFormatters();
  const { language, sentences, lines_read, lines_all } = written;
  const isTranslated = sentences.some(({ translation }) => translation !== null);
  return (
    <>
      {sentences.length === 0 ? (
        <p className="text-14 text-ink-soft">{t("recap.forgotten")}</p>
      ) : (
        <ul className="grid gap-3">
          {sentences.map(({ text, translation, lines }) => (
            <li key={text}>
              <TranscriptText
                words={
                  translation === null || state.language === null
                    ? { text, language }
                    : { text: translation, language: state.language }
                }
              />
              <p className="flex flex-wrap gap-x-2 text-13 leading-snug">
                {lines.map(({ id, at }) => (
                  <LineLink key={id} transcript={transcriptPath} id={id} at={Date.parse(at)} startedAt={startedAt} />
                ))}
              </p>
            </li>
          ))}
        </ul>
      )}
      {isTranslated && (
        <details className="mt-1 print:hidden">
          <summary className="w-max max-w-full list-none rounded-s py-1 text-13 leading-snug text-ink-soft underline decoration-dotted decoration-1 underline-offset-4 hover:text-ink pointer-coarse:min-h-control pointer-coarse:py-3">
            {t("transcript.fromLanguage", { language: format.languageName(language) })}
          </summary>
          <div className="grid gap-2 border-s-2 border-line-strong ps-3 text-14 text-ink-soft">
            {sentences.map(({ text }) => (
              <TranscriptText key={text} words={{ text, language }} />
            ))}
          </div>
        </details>
      )}
      <p className="mt-2 text-13 text-pretty text-ink-soft">
        {t("recap.machine.text")}
        {lines_read < lines_all && (
          <> {t("recap.part", { read: format.number(lines_read), all: format.number(lines_all) })}</>
        )}
      </p>
    </>
  );
}
