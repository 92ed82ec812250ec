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
  [...chunk.querySelectorAll("[data-words]")].flatMap((words) => {
    const at = positionsIn(words);
    return matchRanges(words.textContent ?? "", query).map(([from, to]) => {
      const [start, end] = [at(from, false), at(to, true)];
      return new StaticRange({
        ...{ startContainer: start.node, startOffset: start.offset },
        ...{ endContainer: end.node, endOffset: end.offset },
      });
    });
  });

/** Returns a function that finds a position of the whole text in its text nodes. A link has a text node of its own. */
function positionsIn(words: Element): (position: number, isEnd: boolean) => { node: Node; offset: number } {
  const walker = document.createTreeWalker(words, NodeFilter.SHOW_TEXT);
  const nodes: { node: Text; from: number }[] = [];
  let length = 0;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!(node instanceof Text)) continue;
    nodes.push({ node, from: length });
    length += node.data.length;
  }
  return (position, isEnd) => {
    const found = nodes.findLast(({ from }) => (isEnd ? from < position : from <= position));
    return found === undefined ? { node: words, offset: 0 } : { node: found.node, offset: position - found.from };
  };
}
