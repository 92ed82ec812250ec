import { type RefObject, useEffect } from "react";
import { matchRanges } from "../core/transcriptSearch.ts";

/** Name in the style sheet. */
const HIGHLIGHT_NAME = "found";

/**
 * Highlights matches in the chunks near the viewport with the CSS Custom Highlight API. The DOM stays unchanged: other ways
 * would re-render thousands of lines at each key. `renderKey` changes with the texts.
 */
export function useSearchHighlights(list: RefObject<HTMLElement>, query: string, renderKey: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `renderKey` stands for the texts in the list
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
    for (const chunk of list.current.children) observer.observe(chunk);
    return () => {
      observer.disconnect();
      CSS.highlights.delete(HIGHLIGHT_NAME);
    };
  }, [list, query, renderKey]);
}

const rangesIn = (chunk: Element, query: string): StaticRange[] =>
  [...chunk.querySelectorAll("[data-words]")].flatMap(({ firstChild }) =>
    firstChild instanceof Text
      ? matchRanges(firstChild.data, query).map(
          ([startOffset, endOffset]) =>
            new StaticRange({ startContainer: firstChild, startOffset, endContainer: firstChild, endOffset }),
        )
      : [],
  );
