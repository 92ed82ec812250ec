import { type RefObject, useEffect } from "react";

const lineIdOf = (row: Element) => row.id.slice("line-".length);

/**
 * Reports the lines in and near the viewport. Only rows of nearby chunks are observed, because observing thousands of rows
 * takes longer than rendering the visible ones. `renderKey` changes with the rows.
 */
export function useVisibleLines(
  list: RefObject<HTMLElement>,
  renderKey: unknown,
  onVisible: (ids: ReadonlySet<string>) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `renderKey` stands for the rows in the list
  useEffect(() => {
    if (list.current === null) return;
    const visibleIds = new Set<string>();
    const rowObserver = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) visibleIds.add(lineIdOf(target));
          else visibleIds.delete(lineIdOf(target));
        onVisible(new Set(visibleIds));
      },
      { rootMargin: "25%" },
    );
    const chunkObserver = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          for (const row of target.querySelectorAll(":scope > li[id]"))
            if (isIntersecting) rowObserver.observe(row);
            else {
              rowObserver.unobserve(row);
              visibleIds.delete(lineIdOf(row));
            }
        onVisible(new Set(visibleIds));
      },
      { rootMargin: "50%" },
    );
    for (const chunk of list.current.children) chunkObserver.observe(chunk);
    return () => {
      chunkObserver.disconnect();
      rowObserver.disconnect();
    };
  }, [list, renderKey, onVisible]);
}
