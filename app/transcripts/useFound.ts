import { type RefObject, useEffect } from "react";
import { spansOf } from "./core/search.ts";

/** As the style sheet knows it. */
const NAME = "found";

/**
 * Marks what was typed wherever it stands in the words of a list's parts near the window, without touching the words:
 * every other way to mark thousands of lines draws them anew at each key. `drawn`: changes when the words do.
 */
export function useFound(list: RefObject<HTMLElement>, typed: string, drawn: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` stands for the words in the list
  useEffect(() => {
    if (typed.trim() === "" || list.current === null || !("highlights" in CSS)) return;
    const found = new Highlight();
    CSS.highlights.set(NAME, found);
    const inside = new Map<Element, readonly StaticRange[]>();
    const near = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          for (const range of inside.get(target) ?? []) found.delete(range);
          inside.delete(target);
          if (!isIntersecting) continue;
          const ranges = rangesIn(target, typed);
          for (const range of ranges) found.add(range);
          inside.set(target, ranges);
        }
      },
      { rootMargin: "50%" },
    );
    for (const part of list.current.children) near.observe(part);
    return () => {
      near.disconnect();
      CSS.highlights.delete(NAME);
    };
  }, [list, typed, drawn]);
}

const rangesIn = (part: Element, typed: string): StaticRange[] =>
  [...part.querySelectorAll("[data-words]")].flatMap(({ firstChild }) =>
    firstChild instanceof Text
      ? spansOf(firstChild.data, typed).map(
          ([startOffset, endOffset]) =>
            new StaticRange({ startContainer: firstChild, startOffset, endContainer: firstChild, endOffset }),
        )
      : [],
  );
