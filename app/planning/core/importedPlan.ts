/** Makes the first values of the form from an imported meeting. Nothing is planned before the person sends the form. */
import type { Language } from "#contracts/languages.ts";
import { LIMITS } from "#contracts/limits.ts";
import { PLANS } from "#contracts/planLimits.ts";
import type { PlanOverride, PlanRule } from "#contracts/planning.ts";
import type { ImportedMeeting } from "#planning/ics/read.ts";
import { dayOf, parseLocal } from "#planning/localTime.ts";
import { agendaLines, type PlanFormValues } from "./planForm.ts";
import { repeatValues } from "./repeatForm.ts";

export interface ImportedPlan {
  /** Distinguishes the drafts of two imports. */
  readonly id: string;
  readonly values: PlanFormValues;
  /** May be one that the form cannot express. */
  readonly rule: PlanRule | null;
  /** Dates that the file cancels or moves. */
  readonly overrides: readonly PlanOverride[];
}

export function importedPlan(
  { title, description, plan, overrides }: ImportedMeeting,
  { id, language }: { id: string; language: Language },
): ImportedPlan {
  const [date = "", time = ""] = plan.start.split("T");
  return {
    ...{ id, rule: plan.rule, overrides },
    values: {
      ...{ date, time, length: plan.length_minutes, zone: plan.zone, language, access: "knock" },
      title: shortened(title.replace(/\s+/gu, " ").trim(), LIMITS.title.max),
      repeat: repeatValues(plan.rule, dayOf(parseLocal(plan.start))),
      agenda: agendaOf(description),
    },
  };
}

function shortened(text: string, length: number): string {
  // A character has at most two units.
  const characters = [...text.slice(0, 2 * length + 2)];
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : text;
}

/** Returns the lines of a description that an agenda has place for. */
const agendaOf = (description: string): string =>
  agendaLines(description)
    .slice(0, PLANS.agendaLines)
    .map((line) => shortened(line, PLANS.agendaLine.max))
    .join("\n");

/** Returns the dates that stay cancelled or moved. They belong to the times of the file, so other times have none. */
export function keptOverrides(imported: ImportedPlan, values: PlanFormValues): readonly PlanOverride[] {
  const timesOf = ({ date, time, zone, repeat }: PlanFormValues) => JSON.stringify([date, time, zone, repeat]);
  return timesOf(imported.values) === timesOf(values) ? imported.overrides : [];
}
