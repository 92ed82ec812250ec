import { type RefObject, useEffect, useRef } from "react";

/** Returns the ref of a `<details>` that opens like a menu: a press outside it and Escape close it. */
export function useDetailsMenu(): RefObject<HTMLDetailsElement> {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const open = menu.current;
      if (!open?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        open.open = false;
        open.querySelector("summary")?.focus();
      } else if (!(event.target instanceof Node && open.contains(event.target))) open.open = false;
    };
    document.addEventListener("pointerdown", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("pointerdown", close);
      document.removeEventListener("keydown", close);
    };
  }, []);
  return menu;
}
