/** Counts chat lines of others since the chat was last open. Lines from before the call session count as read. */
import { reuseIfShallowEqual } from "../../lib/store.ts";
import type { TimelineEntry } from "../timelineEntry.ts";

export interface UnreadCount {
  /** 0 while the chat is open. */
  readonly lines: number;
  /** How many of the lines mention the local participant. */
  readonly mentions: number;
  /** Id of the first line that was new when the chat was opened. Closing the chat resets it. */
  readonly firstUnreadId: string | null;
}

export const NO_UNREAD: UnreadCount = { lines: 0, mentions: 0, firstUnreadId: null };

export interface UnreadCounter {
  setChatOpen(open: boolean): void;
  count(entries: readonly TimelineEntry[], loaded: boolean): UnreadCount;
}

const seqOf = ({ delivery }: TimelineEntry) => (delivery.state === "sent" ? delivery.seq : 0);

/** `me` is a user id. */
export function createUnreadCounter(me: string): UnreadCounter {
  let open = false;
  let seenSeq: number | null = null;
  let firstUnreadId: string | null = null;
  let lastCount = NO_UNREAD;

  const unreadIn = (entries: readonly TimelineEntry[]) => {
    const since = seenSeq;
    return since === null
      ? []
      : entries.filter((entry) => entry.kind === "chat" && !entry.mine && !entry.deleted && seqOf(entry) > since);
  };

  return {
    setChatOpen(next) {
      if (next === open) return;
      open = next;
      if (!open) firstUnreadId = null;
    },
    count(entries, loaded) {
      const fresh = unreadIn(entries);
      if (open) firstUnreadId ??= lastCount.lines > 0 ? (fresh[0]?.id ?? null) : null;
      if (open || (seenSeq === null && loaded))
        seenSeq = entries.reduce((last, entry) => Math.max(last, seqOf(entry)), seenSeq ?? 0);
      lastCount = reuseIfShallowEqual(lastCount, {
        lines: open ? 0 : fresh.length,
        mentions: open ? 0 : fresh.filter(({ mentions }) => mentions.includes(me)).length,
        firstUnreadId,
      });
      return lastCount;
    },
  };
}
