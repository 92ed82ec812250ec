/** Selects the line that a key marks: the focused line, else the last line. */
import type { Mark } from "#contracts/lines.ts";
import type { TimelineEntry } from "~/chat/timelineEntry.ts";

/** The state at the time of the key press: lines that arrive while the code loads are not candidates. */
export interface MarkKeyPress {
  readonly kind: Mark["kind"];
  readonly target: Element | null;
  readonly entries: readonly TimelineEntry[];
}

/** Returns null if there is no stored line. */
export function markTargetFor({ on, entries }: Pick<MarkKeyPress, "entries"> & { readonly on: string | null }) {
  const markableLines = entries.filter(
    ({ delivery, deleted, fleeting }) => delivery.state === "sent" && !deleted && !fleeting,
  );
  return markableLines.find(({ id }) => id === on) ?? markableLines.at(-1) ?? null;
}

/** Id of the line around an element. */
export const lineIdAround = (element: Element | null): string | null =>
  element?.closest("li[id^=line-]")?.id.slice("line-".length) ?? null;
