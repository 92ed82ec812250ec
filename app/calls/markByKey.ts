/** Which line a key marks: the one where the keyboard is, else the last that was said or written. */
import type { Mark } from "#contracts/lines.ts";
import type { TimelineEntry } from "~/chat/core/index.ts";

/** A press as it was: what comes while its answer is loaded is not meant. */
export interface MarkPress {
  readonly kind: Mark["kind"];
  readonly on: Element | null;
  readonly entries: readonly TimelineEntry[];
}

/** Null: there is none that the server keeps. */
export function lineOfPress({ on, entries }: Pick<MarkPress, "entries"> & { readonly on: string | null }) {
  const kept = entries.filter(({ delivery, deleted, fleeting }) => delivery.state === "sent" && !deleted && !fleeting);
  return kept.find(({ id }) => id === on) ?? kept.at(-1) ?? null;
}

/** Id of the line around an element. */
export const lineAround = (element: Element | null): string | null =>
  element?.closest("li[id^=line-]")?.id.slice("line-".length) ?? null;
