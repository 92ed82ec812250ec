import { useId, useMemo, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import type { DetailsView } from "../calendarView.ts";
import type { CalendarFormats } from "../core/calendarFormats.ts";
import { fairView } from "../core/fairView.ts";
import { keptOverrides } from "../core/importedPlan.ts";
import { type DraftInvitee, toNewInvitees } from "../core/invitees.ts";
import type { PlanClient } from "../core/planClient.ts";
import {
  changeRequest,
  createRequest,
  newPlanValues,
  type PlanFormError,
  type PlanFormValues,
  type PlanScope,
  planFormError,
  storedPlanValues,
  timesOf,
} from "../core/planForm.ts";
import { previewTimes } from "../core/previewTimes.ts";
import { draftKey, type PlanDrafts } from "../planDrafts.ts";
import type { PlanTask } from "../planTask.ts";
import { FairHours } from "./FairHours.tsx";
import { HoursPreview, type PreviewPerson } from "./HoursPreview.tsx";
import { ImportedDates } from "./ImportedDates.tsx";
import { PeopleFields } from "./PeopleFields.tsx";
import { PlanFields } from "./PlanFields.tsx";
import { ScopeChoice } from "./ScopeChoice.tsx";
import { ShiftNotice } from "./ShiftNotice.tsx";
import { usePlanRequest } from "./usePlanRequest.ts";

interface PlanDialogProps {
  task: Extract<PlanTask, { kind: "create" | "change" }>;
  client: PlanClient;
  formats: CalendarFormats;
  drafts: PlanDrafts;
  onClose(): void;
}

/** The form that plans a meeting, or changes one. */
export function PlanDialog({ task, client, formats, drafts, onClose }: PlanDialogProps) {
  const t = useMessages();
  const formId = useId();
  const key = draftKey(task);
  const draft = drafts.get(key);
  const { busy, error, run } = usePlanRequest(() => {
    drafts.delete(key);
    onClose();
  });
  const details = task.kind === "change" ? task.details : null;
  const imported = (task.kind === "create" && task.imported) || null;
  const kept = details?.times.rule ?? imported?.rule ?? null;
  const [values, setValues] = useState<PlanFormValues>(() => draft?.values ?? firstValues(task, formats.zone));
  const [scope, setScope] = useState<PlanScope>(details?.series.repeats ? "one" : "all");
  const [added, setAdded] = useState<readonly DraftInvitee[]>(draft?.added ?? []);
  const [inTurns, setInTurns] = useState(false);
  const [fault, setFault] = useState<PlanFormError | null>(null);
  // A repeated request plans the meeting once.
  const [seriesId] = useState(() => draft?.seriesId ?? crypto.randomUUID());

  const people = peopleOf(details, added, { name: t("planning.you"), zone: formats.zone });
  const inZones = people.flatMap(({ id, name, zone }) => (zone === null ? [] : [{ id, name, zone }]));
  const zones = inZones.map(({ zone }) => zone).join(" ");
  const times = timesOf(values, kept);
  const hasTimes = planFormError({ ...values, title: "-", agenda: "" }) === null;
  const shares = hasTimes && scope === "all";
  // biome-ignore-start lint/correctness/useExhaustiveDependencies: an expansion takes too long for each key of the title
  const fair = useMemo(() => (shares ? fairView(times, inZones) : null), [shares, JSON.stringify(times), zones]);
  const preview = useMemo(
    () => (hasTimes ? previewTimes(scope === "one" ? { ...times, rule: null } : times) : null),
    [hasTimes, scope, JSON.stringify(times)],
  );
  // biome-ignore-end lint/correctness/useExhaustiveDependencies: an expansion takes too long for each key of the title
  const turns = inTurns ? fair : null;
  const ofFile = imported === null ? [] : keptOverrides(imported, values);
  const overrides = turns?.overrides ?? ofFile;

  const change = (next: PlanFormValues) => {
    setValues(next);
    setFault(null);
    drafts.set(key, { seriesId, values: next, added });
  };
  const invite = (next: readonly DraftInvitee[]) => {
    setAdded(next);
    drafts.set(key, { seriesId, values, added: next });
  };
  const submit = () => {
    const found = planFormError(values);
    setFault(found);
    if (found !== null) return;
    if (task.kind === "change") {
      const request = changeRequest(task.details, values, scope, inTurns ? overrides : null);
      if (request === null) return onClose();
      return run(() => client.send(request), t("planForm.changed"));
    }
    run(async () => {
      const request = createRequest(values, { seriesId, workspace: task.workspace, kept, overrides });
      const created = await client.send(request);
      if (!created.ok || added.length === 0) return created;
      return client.invite(seriesId, toNewInvitees(added));
    }, t("planForm.created"));
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(details === null ? "planForm.title.create" : "planForm.title.change")}
      className="max-w-180!"
      actions={
        <Button type="submit" form={formId} variant="primary" busy={busy}>
          {t(details === null ? "planForm.create" : "planForm.save")}
        </Button>
      }
    >
      <form
        id={formId}
        noValidate
        className="mt-4 grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {error !== null && <ErrorNotice code={error} shape="row" />}
        {details?.series.repeats && <ScopeChoice legend={t("planForm.scope")} value={scope} onChange={setScope} />}
        <PlanFields
          values={values}
          onChange={change}
          fault={fault}
          formats={formats}
          whole={scope !== "one"}
          isNew={details === null}
          hasKept={firstValues(task, formats.zone).repeat.kind === "kept"}
        />
        {imported !== null && (
          <ImportedDates count={imported.overrides.length} kept={ofFile.length > 0 && turns === null} />
        )}
        <ShiftNotice shifted={preview?.shifted ?? null} zone={times.zone} formats={formats} />
        <fieldset className="grid gap-4">
          <legend className="mb-2 text-18 font-head">{t("planForm.people")}</legend>
          <HoursPreview
            people={people}
            first={turns?.turns[0] ?? preview?.first ?? null}
            formats={formats}
            onRemove={(id) => invite(added.filter((other) => other.id !== id))}
          />
          {task.kind === "create" && (
            <PeopleFields
              client={client}
              workspace={task.workspace}
              invited={[]}
              language={values.language}
              zone={values.zone}
              value={added}
              onChange={invite}
            />
          )}
        </fieldset>
        {fair !== null && <FairHours fair={fair} formats={formats} used={inTurns} onUse={setInTurns} />}
      </form>
    </Dialog>
  );
}

function firstValues(task: PlanDialogProps["task"], zone: string): PlanFormValues {
  if (task.kind === "change") return storedPlanValues(task.details);
  return task.imported?.values ?? newPlanValues(task.day, task.now, zone, task.language);
}

/** The reader, the invitees, and those who are added. Members who are not invited yet have no known zone. */
function peopleOf(
  details: DetailsView | null,
  added: readonly DraftInvitee[],
  reader: { name: string; zone: string },
): PreviewPerson[] {
  const invited = (details?.invitees ?? []).filter(({ isReader }) => !isReader);
  return [
    { id: "reader", ...reader, language: null, removable: false },
    ...invited.map(({ id, name, zone, language }) => ({ id, name: name ?? "…", zone, language, removable: false })),
    ...added.map((invitee) => ({ ...invitee, removable: true })),
  ];
}
