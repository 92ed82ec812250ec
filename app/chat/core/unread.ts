/** Which lines of the chat, of others, are new: those that came since the chat was last open. What was there at first is not. */
import { keepObject } from "../../platform/store.ts";
import type { TimelineEntry } from "./entries.ts";

export interface Unread {
  /** 0 while the chat is open. */
  readonly lines: number;
  /** How many of them mention this person. */
  readonly mentions: number;
  /** Id of the first line that was new when the chat was opened; the next closing forgets it. */
  readonly from: string | null;
}

export const NOTHING_UNREAD: Unread = { lines: 0, mentions: 0, from: null };

export interface UnreadCounter {
  setOpen(open: boolean): void;
  count(entries: readonly TimelineEntry[], loaded: boolean): Unread;
}

const seqOf = ({ delivery }: TimelineEntry) => (delivery.state === "sent" ? delivery.seq : 0);

/** `me`: user id. */
export function createUnread(me: string): UnreadCounter {
  let open = false;
  let seen: number | null = null;
  let from: string | null = null;
  let before = NOTHING_UNREAD;

  const freshIn = (entries: readonly TimelineEntry[]) => {
    const since = seen;
    return since === null
      ? []
      : entries.filter((one) => one.kind === "chat" && !one.mine && !one.deleted && seqOf(one) > since);
  };

  return {
    setOpen(now) {
      if (now === open) return;
      open = now;
      if (!open) from = null;
    },
    count(entries, loaded) {
      const fresh = freshIn(entries);
      if (open) from ??= before.lines > 0 ? (fresh[0]?.id ?? null) : null;
      if (open || (seen === null && loaded))
        seen = entries.reduce((last, one) => Math.max(last, seqOf(one)), seen ?? 0);
      before = keepObject(before, {
        lines: open ? 0 : fresh.length,
        mentions: open ? 0 : fresh.filter(({ mentions }) => mentions.includes(me)).length,
        from,
      });
      return before;
    },
  };
}
