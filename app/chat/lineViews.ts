/** The timeline as the chat's components show it: names and colours come from the meeting's participants. */
import type { Participant } from "#contracts/meetings.ts";
import type { TimelineEntry } from "./core/index.ts";
import type { LineView } from "./view.ts";

/** Views of the entries; one that says the same as before is the same object, so that React draws only what changed. */
export function createLineViews(): (
  entries: readonly TimelineEntry[],
  participants: ReadonlyMap<string, Participant>,
) => readonly LineView[] {
  let known = new Map<string, { entry: TimelineEntry; author: Participant | undefined; view: LineView }>();
  return (entries, participants) => {
    const next: typeof known = new Map();
    for (const entry of entries) {
      const author = participants.get(entry.author);
      const before = known.get(entry.id);
      const same = before?.entry === entry && before.author === author;
      next.set(entry.id, same ? before : { entry, author, view: viewOf(entry, author) });
    }
    known = next;
    return [...next.values()].map(({ view }) => view);
  };
}

function viewOf(entry: TimelineEntry, author: Participant | undefined): LineView {
  const { id, mine, at, language, text, shown, delivery } = entry;
  return {
    id,
    // A line may be heard before its author is: the name follows.
    authorNumber: author?.number ?? 1,
    authorName: author?.display_name ?? "",
    isMe: mine,
    time: at,
    language,
    original: text,
    reading: shown,
    delivery: delivery.state,
    ...(delivery.state === "failed" && { failure: delivery.error.code }),
  };
}
