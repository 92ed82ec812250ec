import { useState } from "react";
import { fail, type Result } from "#contracts/errors.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import type { OccurrenceView } from "../core/dayLayout.ts";
import { localDay } from "../core/localHours.ts";
import { changedTimes } from "../core/movedTimes.ts";
import type { PlanClient } from "../core/planClient.ts";
import type { PlanScope } from "../core/planForm.ts";
import type { PlanTask } from "../planTask.ts";
import { ScopeChoice } from "./ScopeChoice.tsx";
import { usePlanRequest } from "./usePlanRequest.ts";

interface MoveDialogProps {
  task: Extract<PlanTask, { kind: "move" }>;
  client: PlanClient;
  formats: CalendarFormats;
  onClose(): void;
}

/** Asks whether a meeting that was moved in the calendar is to stay there. */
export function MoveDialog({ task, client, formats, onClose }: MoveDialogProps) {
  const { before, after, title, repeats } = task;
  const t = useMessages();
  const { busy, error, run } = usePlanRequest(onClose);
  const [scope, setScope] = useState<PlanScope>(repeats ? "one" : "all");
  const when = ({ startsAt, endsAt }: OccurrenceView) =>
    t("planning.when", {
      day: formats.dayAndMonth(localDay(formats.zone, startsAt)),
      time: formats.timeRange(startsAt, endsAt),
    });
  return (
    <Dialog
      open
      kind="question"
      onClose={onClose}
      title={t.rich("planForm.move.title", { title: <bdi>{title}</bdi> })}
      description={t("planForm.move.text", { before: when(before), after: when(after) })}
      actions={
        <>
          <Button onClick={onClose}>{t("planForm.back")}</Button>
          <Button
            variant="primary"
            busy={busy}
            onClick={() => run(() => moveMeeting(client, before, after, scope), t("planForm.move.done"))}
          >
            {t("planForm.move.send")}
          </Button>
        </>
      }
    >
      {repeats && (
        <div className="mt-4">
          <ScopeChoice legend={t("planForm.scope")} value={scope} onChange={setScope} />
        </div>
      )}
      {error !== null && <ErrorNotice code={error} shape="row" className="mt-4" />}
    </Dialog>
  );
}

/** The calendar knows neither the zone of a series nor its last change, so both are read first. */
async function moveMeeting(
  client: PlanClient,
  before: OccurrenceView,
  after: OccurrenceView,
  scope: PlanScope,
): Promise<Result<unknown>> {
  const read = await client.read(before.seriesId);
  if (!read.ok) return read;
  const { can_change, times, sequence } = read.value;
  if (!can_change) return fail("request/not-allowed");
  const series = { series_id: before.seriesId, sequence, key: before.key, scope };
  return client.send({ change: { ...series, ...changedTimes(before, after, times.zone) } });
}
