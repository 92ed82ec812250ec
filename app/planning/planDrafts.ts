/** The typed values of the form of a plan. They outlive a dialog that a click outside has closed. */
import type { DraftInvitee } from "./core/invitees.ts";
import type { PlanFormValues } from "./core/planForm.ts";
import type { PlanTask } from "./planTask.ts";

interface PlanDraft {
  /** The id of a new series. It may be stored already, if the invitations failed. */
  readonly seriesId: string;
  readonly values: PlanFormValues;
  readonly added: readonly DraftInvitee[];
}

export type PlanDrafts = Map<string, PlanDraft>;

/** Returns the key of a draft. A draft of an older state of a series is not used again. */
export const draftKey = (task: Extract<PlanTask, { kind: "create" | "change" }>): string =>
  task.kind === "create"
    ? `${task.workspace}/${task.imported?.id ?? task.day}`
    : `${task.details.series.id}/${task.details.key}/${task.details.sequence}`;
