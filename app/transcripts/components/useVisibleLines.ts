import { type RefObject, useEffect } from "react";

const lineIdOf = (row: Element) => row.id.slice("line-".length);

/**
 * Tells which lines of a list are in sight or about to be. Only the rows of a part that is near are looked after: to do so
 * for each of thousands would take longer than to draw those in sight. `drawn`: changes when there are other rows.
 */
export function useVisibleLines(
  list: RefObject<HTMLElement>,
  renderKey: unknown,
  onVisible: (ids: ReadonlySet<string>) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` stands for the rows in the list
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
    for (const part of list.current.children) chunkObserver.observe(part);
    return () => {
      chunkObserver.disconnect();
      rowObserver.disconnect();
    };
  }, [list, renderKey, onVisible]);
}
