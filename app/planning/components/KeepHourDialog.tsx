import { parseLocal } from "#planning/localTime.ts";
import { resolveLocal } from "#planning/zones.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import { localDay, minuteOf } from "../core/localHours.ts";
import type { PlanClient } from "../core/planClient.ts";
import { cityOf } from "../core/zoneNames.ts";
import type { PlanTask } from "../planTask.ts";
import { usePlanRequest } from "./usePlanRequest.ts";

interface KeepHourDialogProps {
  task: Extract<PlanTask, { kind: "keep" }>;
  client: PlanClient;
  formats: CalendarFormats;
  onClose(): void;
}

/** Asks whether a series is to follow the clocks of another zone from their change on. */
export function KeepHourDialog({ task, client, formats, onClose }: KeepHourDialogProps) {
  const { series, sequence } = task.details;
  const { zone, key, kept } = task.note;
  const t = useMessages();
  const { busy, error, run } = usePlanRequest(onClose);
  const { instant } = resolveLocal(zone, parseLocal(kept));
  const change = { series_id: series.id, sequence, key, scope: "later", zone, start: kept } as const;
  const place = { time: formats.clock(minuteOf(kept)), city: cityOf(zone) };
  return (
    <Dialog
      open
      kind="question"
      onClose={onClose}
      title={t("planForm.keep.title", place)}
      description={t("planForm.keep.text", {
        city: place.city,
        day: formats.dayAndMonth(localDay(formats.zone, instant)),
        time: formats.time(instant),
      })}
      actions={
        <>
          <Button onClick={onClose}>{t("planForm.back")}</Button>
          <Button
            variant="primary"
            busy={busy}
            onClick={() => run(() => client.send({ change }), t("planForm.changed"))}
          >
            {t("planForm.keep.send")}
          </Button>
        </>
      }
    >
      {error !== null && <ErrorNotice code={error} shape="row" className="mt-4" />}
    </Dialog>
  );
}
