import { type RefObject, useEffect, useRef } from "react";
import type { DetailsView } from "../calendarView.ts";
import { occurrenceId } from "../core/dayLayout.ts";

/**
 * Moves the focus to the details of a meeting when the reader opens it, and back to the meeting when they close it. Returns the ref
 * of the details.
 */
export function useDetailsFocus(details: DetailsView | null): RefObject<HTMLElement> {
  const place = useRef<HTMLElement>(null);
  const id = details && occurrenceId({ seriesId: details.series.id, key: details.key });
  const shown = useRef(id);
  useEffect(() => {
    const before = shown.current;
    if (before === id) return;
    shown.current = id;
    if (id !== null) place.current?.focus();
    else focusMeeting(before);
  }, [id]);
  return place;
}

/** A meeting can be in a grid and in an agenda, one of which is hidden. */
function focusMeeting(id: string | null): void {
  const links = document.querySelectorAll<HTMLElement>(`[data-meeting="${id}"]`);
  [...links].find((link) => link.offsetParent !== null)?.focus();
}
