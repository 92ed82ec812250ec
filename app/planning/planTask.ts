/** The tasks of the dialogs of a plan. */
import type { Language } from "#contracts/languages.ts";
import type { DetailsView } from "./calendarView.ts";
import type { ClockNote } from "./core/clockNotes.ts";
import type { OccurrenceView } from "./core/dayLayout.ts";
import type { ImportedPlan } from "./core/importedPlan.ts";

export type PlanTask =
  | {
      readonly kind: "create";
      readonly workspace: string;
      readonly language: Language;
      /** Days since 1970-01-01. */
      readonly day: number;
      /** Milliseconds since the epoch. */
      readonly now: number;
      /** The meeting of a calendar file. */
      readonly imported?: ImportedPlan;
    }
  | { readonly kind: "change"; readonly details: DetailsView }
  | { readonly kind: "cancel"; readonly details: DetailsView }
  | { readonly kind: "invite"; readonly details: DetailsView }
  /** Keeps the hour of a zone whose clocks change. */
  | { readonly kind: "keep"; readonly details: DetailsView; readonly note: ClockNote }
  /** A meeting that was moved in the calendar. */
  | {
      readonly kind: "move";
      readonly before: OccurrenceView;
      readonly after: OccurrenceView;
      readonly title: string;
      readonly repeats: boolean;
    };
