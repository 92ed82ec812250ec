import Ellipsis from "lucide-react/icons/ellipsis";
import { useEffect, useState, useSyncExternalStore } from "react";
import { LANGUAGES } from "#contracts/languages.ts";
import type { ParticipantsById } from "~/call/roster.ts";
import type { Timeline } from "~/chat/timeline.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { LineEditingTools } from "~/transcripts/LineEditingTools.tsx";
import type { LineEditingOptions } from "~/transcripts/lineEditing.ts";
import { MarkLabel } from "~/transcripts/MarkLabel.tsx";
import { toTranscriptLine } from "~/transcripts/transcriptLine.ts";
import type { LineEditingContext } from "~/transcripts/transcriptView.ts";
import { useLineEditing } from "~/transcripts/useLineEditing.ts";
import { TranslateAnywayButton } from "~/translation/TranslateAnywayButton.tsx";
import { useTranslationFailureText } from "~/translation/useTranslationFailureText.ts";
import { IconButton } from "~/ui/IconButton.tsx";
import { type Caption, type CaptionDisplay, displayedCaption } from "../core/captionDisplay.ts";

interface CaptionLogProps {
  display: CaptionDisplay;
  participants: ParticipantsById;
  timeline: Timeline;
  lineEditing: LineEditingOptions;
}

/** Lists all captions, to read, mark and correct. */
export function CaptionLog({ display, participants, timeline, lineEditing }: CaptionLogProps) {
  const { log } = useSyncExternalStore(display.subscribe, display.getSnapshot);
  const t = useMessages();
  const shared = useLineEditing(lineEditing, participants);
  const finalCaptions = log.filter(({ final }) => final);
  useEffect(() => timeline.pauseEviction(), [timeline]);
  return (
    <div
      role="log"
      aria-label={t("captions.log")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scroll container
      tabIndex={0}
      className="max-h-[60dvh] overflow-y-auto overscroll-contain rounded-m bg-sunken p-4"
    >
      {finalCaptions.length === 0 ? (
        <p className="text-ink-soft">{t("captions.logEmpty")}</p>
      ) : (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {finalCaptions.map((caption) => (
            <LogEntry
              key={caption.id}
              caption={caption}
              colour={participants.get(caption.speaker)?.colour ?? 1}
              timeline={timeline}
              shared={shared}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

interface LogEntryProps {
  caption: Caption;
  colour: number;
  timeline: Timeline;
  shared: LineEditingContext;
}

function LogEntry({ caption, colour, timeline, shared }: LogEntryProps) {
  const { id, speaker, display, text, language, stored, mark, correctedBy } = caption;
  const t = useMessages();
  const format = useFormatters();
  const reason = useTranslationFailureText();
  const from = { language: format.languageName(language) };
  const [open, setOpen] = useState(false);
  const nameOf = (person: string) => shared.personOf(person)?.name ?? t("transcript.somebody");
  const words = displayedCaption(caption);
  return (
    <li data-person={colour} className="leading-snug">
      <div className="flex items-center gap-2">
        <bdi className="min-w-0 flex-1 truncate font-strong text-person">{nameOf(speaker)}</bdi>
        {stored && (
          <IconButton
            size="s"
            label={t("transcript.tools")}
            icon={<Ellipsis />}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="-my-2 -me-2 text-ink-soft pointer-coarse:min-h-control"
          />
        )}
      </div>
      <p lang={words.language} dir={LANGUAGES[words.language].dir} className="text-written">
        {words.text}
      </p>
      {display.kind === "translated" && (
        <details className="text-13 text-ink-soft">
          <summary className="cursor-pointer py-1">{t("chat.from", from)}</summary>
          <p lang={language} dir={LANGUAGES[language].dir}>
            {text}
          </p>
        </details>
      )}
      {display.kind === "readable" && (
        <TranslateAnywayButton
          lineId={id}
          className="rounded-s py-1 text-13 text-ink-soft underline decoration-dotted decoration-1 underline-offset-4 hover:text-ink pointer-coarse:min-h-control"
        />
      )}
      {display.kind === "on-its-way" && <p className="text-13 text-ink-soft">{t("chat.onItsWay", from)}</p>}
      {display.kind === "unavailable" && (
        <p className="text-13 text-ink-soft">{t("chat.unavailable", { ...from, reason: reason(display.reason) })}</p>
      )}
      {correctedBy !== null && (
        <p className="mt-0.5 text-13 text-ink-soft">
          {t.rich("transcript.correctedBy", { name: <bdi>{nameOf(correctedBy)}</bdi> })}
        </p>
      )}
      {mark && (
        <p className="mt-1">
          <MarkLabel mark={mark} name={mark.who === null ? null : nameOf(mark.who)} />
        </p>
      )}
      {open && <LogEntryTools id={id} timeline={timeline} shared={shared} />}
    </li>
  );
}

function LogEntryTools({ id, timeline, shared }: { id: string; timeline: Timeline; shared: LineEditingContext }) {
  const found = useSyncExternalStore(timeline.subscribe, () =>
    timeline.getSnapshot().lines.find((line) => line.id === id),
  );
  const line = found === undefined ? null : toTranscriptLine(found);
  return (
    line !== null && (
      <div className="mt-2 border-t border-line pt-2.5">
        <LineEditingTools line={line} shared={shared} />
      </div>
    )
  );
}
