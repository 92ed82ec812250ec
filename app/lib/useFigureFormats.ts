import { useMemo } from "react";
import { createFigureFormats, type FigureFormats } from "./figureFormats.ts";

/** `languageTag`: BCP 47. */
export function useFigureFormats(languageTag: string): FigureFormats {
  return useMemo(() => createFigureFormats(languageTag), [languageTag]);
}
