import { type RefObject, useEffect } from "react";
import { matchRanges } from "../core/transcriptSearch.ts";

/** As the style sheet knows it. */
const HIGHLIGHT_NAME = "found";

/**
 * Marks what was typed wherever it stands in the words of a list's parts near the window, without touching the words:
 * every other way to mark thousands of lines draws them anew at each key. `drawn`: changes when the words do.
 */
export function useSearchHighlights(list: RefObject<HTMLElement>, query: string, renderKey: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` stands for the words in the list
  useEffect(() => {
    if (query.trim() === "" || list.current === null || !("highlights" in CSS)) return;
    const highlight = new Highlight();
    CSS.highlights.set(HIGHLIGHT_NAME, highlight);
    const rangesByElement = new Map<Element, readonly StaticRange[]>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          for (const range of rangesByElement.get(target) ?? []) highlight.delete(range);
          rangesByElement.delete(target);
          if (!isIntersecting) continue;
          const ranges = rangesIn(target, query);
          for (const range of ranges) highlight.add(range);
          rangesByElement.set(target, ranges);
        }
      },
      { rootMargin: "50%" },
    );
    for (const part of list.current.children) observer.observe(part);
    return () => {
      observer.disconnect();
      CSS.highlights.delete(HIGHLIGHT_NAME);
    };
  }, [list, query, renderKey]);
}

const rangesIn = (part: Element, query: string): StaticRange[] =>
  [...part.querySelectorAll("[data-words]")].flatMap(({ firstChild }) =>
    firstChild instanceof Text
      ? matchRanges(firstChild.data, query).map(
          ([startOffset, endOffset]) =>
            new StaticRange({ startContainer: firstChild, startOffset, endContainer: firstChild, endOffset }),
        )
      : [],
  );
