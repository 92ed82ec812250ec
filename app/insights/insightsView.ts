/** Data that the routes load for insights. */
import type { ErrorCode } from "#contracts/errors.ts";
import type { CallInsights, InsightFigures } from "#contracts/measureResults.ts";
import type { ReaderLocale } from "~/lib/dates.ts";
import type { TranslationPrices } from "~/lib/loadContext.ts";
import type { CallPageHeaderView } from "~/transcripts/transcriptView.ts";
import type { DateRange } from "./core/dateRange.ts";

interface FiguresContext {
  readonly prices: TranslationPrices | null;
  readonly reader: ReaderLocale;
}

export interface InsightsView extends FiguresContext {
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  readonly workspace: string | null;
  readonly range: DateRange;
  /** Null after an error, and without a workspace. */
  readonly figures: InsightFigures | null;
  /** False: the range has more calls than were counted. */
  readonly complete: boolean;
  /** Whether the reader has any meeting. */
  readonly hasMeetings: boolean;
  readonly error: ErrorCode | null;
}

export interface CallInsightsView extends CallPageHeaderView, FiguresContext {
  readonly insights: CallInsights;
}
