import Ellipsis from "lucide-react/icons/ellipsis";
import { useEffect, useState, useSyncExternalStore } from "react";
import { LANGUAGES } from "#contracts/languages.ts";
import type { Participant } from "#contracts/meetings.ts";
import type { Timeline } from "~/chat/core/index.ts";
import { useReason } from "~/chat/late.ts";
import { useFormat, useMessages } from "~/i18n/index.tsx";
import { type AtWork, type LineWorkParts, lineOf, MarkLabel, RowTools, useAtWork } from "~/transcripts/late.ts";
import { IconButton } from "~/ui/IconButton.tsx";
import { personColour } from "~/ui/person.ts";
import type { Caption, Captions } from "../core/captions.ts";

interface CaptionLogProps {
  captions: Captions;
  participants: ReadonlyMap<string, Participant>;
  timeline: Timeline;
  lineWork: LineWorkParts;
}

/** All that was said, to scroll, to be read out, to mark and to put right. */
export function CaptionLog({ captions, participants, timeline, lineWork }: CaptionLogProps) {
  const { log } = useSyncExternalStore(captions.subscribe, captions.getSnapshot);
  const t = useMessages();
  const shared = useAtWork(lineWork, participants);
  const whole = log.filter(({ final }) => final);
  useEffect(() => timeline.hold(), [timeline]);
  return (
    <div
      role="log"
      aria-label={t("captions.log")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
      tabIndex={0}
      className="max-h-[60dvh] overflow-y-auto overscroll-contain rounded-m bg-sunken p-4"
    >
      {whole.length === 0 ? (
        <p className="text-ink-soft">{t("captions.logEmpty")}</p>
      ) : (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {whole.map((caption) => (
            <Logged
              key={caption.id}
              caption={caption}
              number={participants.get(caption.speaker)?.number ?? 1}
              timeline={timeline}
              shared={shared}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

interface LoggedProps {
  caption: Caption;
  number: number;
  timeline: Timeline;
  shared: AtWork;
}

function Logged({ caption, number, timeline, shared }: LoggedProps) {
  const { id, speaker, shown, text, language, kept, mark, correctedBy } = caption;
  const t = useMessages();
  const format = useFormat();
  const reason = useReason();
  const from = { language: format.languageName(language) };
  const [open, setOpen] = useState(false);
  const nameOf = (person: string) => shared.personOf(person)?.name ?? t("transcript.somebody");
  const words = shown.kind === "translated" ? shown : { text, language };
  return (
    <li data-person={personColour(number)} className="leading-snug">
      <div className="flex items-center gap-2">
        <bdi className="min-w-0 flex-1 truncate font-strong text-person">{nameOf(speaker)}</bdi>
        {kept && (
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
      {shown.kind === "translated" && (
        <details className="text-13 text-ink-soft">
          <summary className="cursor-pointer py-1">{t("chat.from", from)}</summary>
          <p lang={language} dir={LANGUAGES[language].dir}>
            {text}
          </p>
        </details>
      )}
      {shown.kind === "unavailable" && (
        <p className="text-13 text-ink-soft">{t("chat.unavailable", { ...from, reason: reason(shown.reason) })}</p>
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
      {open && <Tools id={id} timeline={timeline} shared={shared} />}
    </li>
  );
}

function Tools({ id, timeline, shared }: { id: string; timeline: Timeline; shared: AtWork }) {
  const found = useSyncExternalStore(timeline.subscribe, () =>
    timeline.getSnapshot().lines.find((line) => line.id === id),
  );
  const line = found === undefined ? null : lineOf(found);
  return (
    line !== null && (
      <div className="mt-2 border-t border-line pt-2.5">
        <RowTools line={line} shared={shared} />
      </div>
    )
  );
}
