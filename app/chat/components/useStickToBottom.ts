import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Closer to the end than this counts as being there, pixels. */
const BOTTOM_THRESHOLD_PX = 48;

export interface StickToBottom {
  /** The box that scrolls. */
  box: RefObject<HTMLDivElement>;
  /** What is scrolled; watched for growth, as when a translation arrives. */
  content: RefObject<HTMLDivElement>;
  /** Lines below what the reader last saw; 0 while they are at the end. */
  unseen: number;
  toBottom(): void;
}

/**
 * Keeps a list at its end while the reader is there, and leaves it alone when they have scrolled up. A line of one's
 * own always brings the end back; earlier lines put in above do not move what is read. `ids`: of the lines in order.
 */
export function useStickToBottom(ids: readonly string[], lastIsOwn: boolean): StickToBottom {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [stuck, setStuck] = useState(true);
  const stuckNow = useRef(true);
  const seen = useRef<string | undefined>(undefined);
  const before = useRef<{ first: string | undefined; last: string | undefined; height: number }>();

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
    const scrolled = () => {
      // A box without height is not shown; its position says nothing.
      if (element.clientHeight === 0) return;
      stuckNow.current = element.scrollHeight - element.scrollTop - element.clientHeight < BOTTOM_THRESHOLD_PX;
      setStuck(stuckNow.current);
    };
    const grown = new ResizeObserver(() => {
      if (stuckNow.current) element.scrollTop = element.scrollHeight;
    });
    grown.observe(element);
    grown.observe(inner);
    element.addEventListener("scroll", scrolled, { passive: true });
    return () => {
      grown.disconnect();
      element.removeEventListener("scroll", scrolled);
    };
  }, []);

  const first = ids[0];
  const last = ids.at(-1);
  useLayoutEffect(() => {
    const element = box.current;
    // Where there is nothing, nothing scrolls: to ask for its height would have the page laid out at once.
    if (element === null || first === undefined) return;
    const was = before.current;
    if (was !== undefined && was.last !== last && lastIsOwn) toBottom();
    else if (stuckNow.current) element.scrollTop = element.scrollHeight;
    // Browsers hold the place of what is read when something is put in above, but not at the very top.
    else if (was !== undefined && was.first !== first && element.scrollTop < 1)
      element.scrollTop = element.scrollHeight - was.height;
    before.current = { first, last, height: element.scrollHeight };
  }, [first, last, lastIsOwn, toBottom]);

  if (stuck) seen.current = last;
  const unseen = stuck || seen.current === undefined ? 0 : ids.length - 1 - ids.indexOf(seen.current);
  return { box, content, unseen, toBottom };
}
