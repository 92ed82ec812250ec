/** Which line a key marks: the one where the keyboard is, else the last that was said or written. */
import type { Mark } from "#contracts/lines.ts";
import type { TimelineEntry } from "~/chat/timelineEntry.ts";

/** A press as it was: what comes while its answer is loaded is not meant. */
export interface MarkKeyPress {
  readonly kind: Mark["kind"];
  readonly target: Element | null;
  readonly entries: readonly TimelineEntry[];
}

/** Null: there is none that the server keeps. */
export function markTargetFor({ on, entries }: Pick<MarkKeyPress, "entries"> & { readonly on: string | null }) {
  const markableLines = entries.filter(
    ({ delivery, deleted, fleeting }) => delivery.state === "sent" && !deleted && !fleeting,
  );
  return markableLines.find(({ id }) => id === on) ?? markableLines.at(-1) ?? null;
}

/** Id of the line around an element. */
export const lineIdAround = (element: Element | null): string | null =>
  element?.closest("li[id^=line-]")?.id.slice("line-".length) ?? null;
