import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Positions closer to the end than this count as the end. */
const BOTTOM_THRESHOLD_PX = 48;

export interface StickToBottom {
  /** The scrolling element. */
  box: RefObject<HTMLDivElement>;
  /** The scrolled content, observed for growth, for example when a translation arrives. */
  content: RefObject<HTMLDivElement>;
  /** Number of lines below the last seen one; 0 at the end. */
  unseen: number;
  toBottom(): void;
}

/**
 * Keeps a list scrolled to its end, unless the reader has scrolled up. An own line always scrolls to the end. Older lines
 * inserted above do not move the visible ones. `ids` are the ids of the lines in order.
 */
export function useStickToBottom(ids: readonly string[], lastIsOwn: boolean): StickToBottom {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [stuck, setStuck] = useState(true);
  const stuckNow = useRef(true);
  const seen = useRef<string | undefined>(undefined);
  const previousLayout = useRef<{ first: string | undefined; last: string | undefined; height: number }>();

  const toBottom = useCallback(() => {
    stuckNow.current = true;
    setStuck(true);
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);

  useEffect(() => {
    const element = box.current;
    const inner = content.current;
    if (element === null || inner === null) return;
    const handleScroll = () => {
      // A hidden box has no height, so its position means nothing.
      if (element.clientHeight === 0) return;
      stuckNow.current = element.scrollHeight - element.scrollTop - element.clientHeight < BOTTOM_THRESHOLD_PX;
      setStuck(stuckNow.current);
    };
    const resizeObserver = new ResizeObserver(() => {
      if (stuckNow.current) element.scrollTop = element.scrollHeight;
    });
    resizeObserver.observe(element);
    resizeObserver.observe(inner);
    element.addEventListener("scroll", handleScroll, { passive: true });
    return () => {
      resizeObserver.disconnect();
      element.removeEventListener("scroll", handleScroll);
    };
  }, []);

  const first = ids[0];
  const last = ids.at(-1);
  useLayoutEffect(() => {
    const element = box.current;
    // An empty list needs no scrolling, and reading its height would force a layout.
    if (element === null || first === undefined) return;
    const previous = previousLayout.current;
    if (previous !== undefined && previous.last !== last && lastIsOwn) toBottom();
    else if (stuckNow.current) element.scrollTop = element.scrollHeight;
    // Browsers anchor the scroll position when content is inserted above, except at the very top.
    else if (previous !== undefined && previous.first !== first && element.scrollTop < 1)
      element.scrollTop = element.scrollHeight - previous.height;
    previousLayout.current = { first, last, height: element.scrollHeight };
  }, [first, last, lastIsOwn, toBottom]);

  if (stuck) seen.current = last;
  const unseen = stuck || seen.current === undefined ? 0 : ids.length - 1 - ids.indexOf(seen.current);
  return { box, content, unseen, toBottom };
}
