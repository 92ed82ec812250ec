/** Loads insights as the caller, and writes their tables as CSV. */
import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Profile } from "#contracts/account.ts";
import { ok, type Result } from "#contracts/errors.ts";
import type { InsightFigures } from "#contracts/measureResults.ts";
import type { readWorkspace } from "~/glossary/readGlossary.server.ts";
import { getTranslator } from "~/i18n/allMessages.server.ts";
import { createFormatters } from "~/i18n/formatters.ts";
import { CSV_HEAD, writeCsvRow } from "~/lib/csv.server.ts";
import { createFigureFormats } from "~/lib/figureFormats.ts";
import { errorResponse } from "~/lib/routeErrors.ts";
import { readCallSummary, readerLocaleFor, toCallPageHeader } from "~/transcripts/readTranscript.server.ts";
import { buildTables } from "./core/buildTables.ts";
import { type DateRange, dayIn, parseRange } from "./core/dateRange.ts";
import type { CallInsightsView, InsightsView } from "./insightsView.ts";

type RouteParams = Readonly<Record<string, string | undefined>>;
type Workspace = Awaited<ReturnType<typeof readWorkspace>>;

export async function readInsights(
  context: AppLoadContext,
  request: Request,
  { home, workspace }: Workspace,
): Promise<InsightsView> {
  const reader = readerLocaleFor(context, request, home.profile.time_zone);
  const range = parseRange(new URL(request.url).searchParams, dayIn(reader.timeZone, Date.now()));
  const found =
    workspace === null
      ? null
      : await context.rpc("insights", { p_workspace_id: workspace, p_from: range.from, p_until: range.until });
  return {
    workspaces: home.workspaces.map(({ id, name }) => ({ id, name })),
    ...{ workspace, range, reader },
    figures: found?.ok ? found.value.figures : null,
    complete: found?.ok ? found.value.complete : true,
    hasMeetings: home.meetings.length > 0,
    error: found === null || found.ok ? null : found.error.code,
    prices: context.translationPrices,
  };
}

/** Errors: those of `readCallSummary`. */
export async function readCallInsights(
  context: AppLoadContext,
  params: RouteParams,
  profile: Profile | null,
  request: Request,
): Promise<Result<CallInsightsView>> {
  const summary = await readCallSummary(context, params);
  if (!summary.ok) return summary;
  const call = summary.value;
  const insights = await context.rpc("call_insights", { p_call_id: call.call_id });
  if (!insights.ok) return insights;
  return ok({
    ...toCallPageHeader(call),
    insights: insights.value,
    prices: context.translationPrices,
    reader: readerLocaleFor(context, request, profile?.time_zone ?? null),
  });
}

/** Returns the table of the URL's `table` as a CSV response. Throws `request/not-found` for an unknown one. */
export function csvResponse(
  context: AppLoadContext,
  request: Request,
  figures: InsightFigures | null,
  range: DateRange | null,
): Response {
  const id = new URL(request.url).searchParams.get("table");
  const tables =
    figures === null
      ? []
      : buildTables(figures, range, {
          t: getTranslator(context.locale),
          // Texts are not written to CSV, only the values.
          format: createFigureFormats(context.locale),
          languageName: createFormatters(context.locale).languageName,
          prices: context.translationPrices,
        });
  const table = tables.find((known) => known.id === id);
  if (table === undefined) throw errorResponse({ code: "request/not-found" });
  const rows = table.rows.map((row) => row.map(({ value }) => String(value)));
  return new Response(CSV_HEAD + [table.csvColumns, ...rows].map(writeCsvRow).join(""), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8; header=present",
      "Content-Disposition": `attachment; filename="insights-${table.id}.csv"`,
    },
  });
}
