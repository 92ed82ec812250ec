import Repeat from "lucide-react/icons/repeat";
import { useState } from "react";
import { useDropzone } from "react-dropzone";
import type { Language } from "#contracts/languages.ts";
import type { ImportedMeeting } from "#planning/ics/read.ts";
import { parseLocal } from "#planning/localTime.ts";
import { resolveLocal } from "#planning/zones.ts";
import { DropFrame } from "~/files/DropFrame.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import { type ImportedPlan, importedPlan } from "../core/importedPlan.ts";
import { type ImportProblem, readImport } from "../core/importFile.ts";
import { localDay } from "../core/localHours.ts";

interface ImportDialogProps {
  /** The file that was dropped on the calendar. */
  file: File | null;
  /** The language of the new meeting. */
  language: Language;
  formats: CalendarFormats;
  onPlan(imported: ImportedPlan): void;
  onClose(): void;
}

/** Chooses a calendar file, and one of its meetings if there are several. The form of a plan opens with it. */
export function ImportDialog({ file: dropped, language, formats, onPlan, onClose }: ImportDialogProps) {
  const t = useMessages();
  const [file, setFile] = useState(dropped);
  const [problem, setProblem] = useState<ImportProblem | null>(null);
  const [meetings, setMeetings] = useState<readonly ImportedMeeting[]>([]);
  const plan = (meeting: ImportedMeeting) => onPlan(importedPlan(meeting, { id: crypto.randomUUID(), language }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads each file once
  useAsyncEffect(
    async (signal) => {
      if (file === null) return;
      const found = await readImport(file);
      if (signal.aborted) return;
      if ("fault" in found) {
        setMeetings([]);
        return setProblem(found.fault);
      }
      setProblem(null);
      const [only, ...others] = found.meetings;
      if (only !== undefined && others.length === 0) plan(only);
      else setMeetings(found.meetings);
    },
    [file],
  );
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    ...{ noClick: true, noKeyboard: true, useFsAccessApi: false, multiple: false },
    onDrop: ([accepted], [refused]) => setFile(accepted ?? refused?.file ?? null),
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("planTools.import.title")}
      description={t("planTools.import.text")}
      className="max-w-130!"
    >
      <div {...getRootProps()} className="mt-4">
        <input {...getInputProps()} accept=".ics,text/calendar" aria-label={t("planTools.import.choose")} />
        <DropFrame text={t("planTools.import.drop")} active={isDragActive}>
          <Button onClick={open}>{t("planTools.import.choose")}</Button>
        </DropFrame>
      </div>
      {problem !== null && (
        <div role="alert" className="mt-4 rounded-m bg-danger-soft px-4 py-3 leading-snug">
          <p className="font-strong">{t(`planTools.fault.${problem}`)}</p>
          <p className="text-14 text-pretty text-ink-soft">{t("planTools.fault.nothing")}</p>
        </div>
      )}
      {meetings.length > 0 && (
        <>
          <p role="status" className="mt-5 font-strong">
            {t("planTools.import.which", { count: meetings.length })}
          </p>
          <ul className="mt-2 max-h-80 overflow-y-auto overscroll-contain border-b border-line">
            {meetings.map((meeting) => (
              <li key={meeting.uid} className="border-t border-line">
                <MeetingButton meeting={meeting} formats={formats} onChoose={() => plan(meeting)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

interface MeetingButtonProps {
  meeting: ImportedMeeting;
  formats: CalendarFormats;
  onChoose(): void;
}

function MeetingButton({ meeting: { title, plan }, formats, onChoose }: MeetingButtonProps) {
  const t = useMessages();
  const { instant } = resolveLocal(plan.zone, parseLocal(plan.start));
  const when = { day: formats.fullDay(localDay(formats.zone, instant)), time: formats.time(instant) };
  return (
    <button
      type="button"
      onClick={onChoose}
      className="grid w-full gap-0.5 rounded-s px-2 py-2.5 text-start hover:bg-hover"
    >
      <bdi className="line-clamp-2 font-strong wrap-anywhere">{title.trim() || t("planTools.import.untitled")}</bdi>
      <span className="flex items-center gap-2 text-14 text-ink-soft">
        {t("planning.when", when)}
        {plan.rule !== null && <Repeat aria-label={t("planning.repeat.other")} className="size-4 flex-none" />}
      </span>
    </button>
  );
}
