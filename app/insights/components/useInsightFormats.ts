import { useMemo } from "react";
import type { ReaderLocale } from "~/lib/dates.ts";
import { createInsightFormats, type InsightFormats } from "../core/insightFormats.ts";

export function useInsightFormats({ languageTag }: Pick<ReaderLocale, "languageTag">): InsightFormats {
  return useMemo(() => createInsightFormats(languageTag), [languageTag]);
}
