import { type RefObject, useEffect } from "react";

const idOf = (row: Element) => row.id.slice("line-".length);

/**
 * Tells which lines of a list are in sight or about to be. Only the rows of a part that is near are looked after: to do so
 * for each of thousands would take longer than to draw those in sight. `drawn`: changes when there are other rows.
 */
export function useNear(list: RefObject<HTMLElement>, drawn: unknown, see: (ids: ReadonlySet<string>) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `drawn` stands for the rows in the list
  useEffect(() => {
    if (list.current === null) return;
    const near = new Set<string>();
    const rows = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) near.add(idOf(target));
          else near.delete(idOf(target));
        see(new Set(near));
      },
      { rootMargin: "25%" },
    );
    const parts = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          for (const row of target.querySelectorAll(":scope > li[id]"))
            if (isIntersecting) rows.observe(row);
            else {
              rows.unobserve(row);
              near.delete(idOf(row));
            }
        see(new Set(near));
      },
      { rootMargin: "50%" },
    );
    for (const part of list.current.children) parts.observe(part);
    return () => {
      parts.disconnect();
      rows.disconnect();
    };
  }, [list, drawn, see]);
}
