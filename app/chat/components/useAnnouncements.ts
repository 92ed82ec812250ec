import { useEffect, useState } from "react";
import { useMessages } from "~/i18n/index.tsx";
import { createAnnouncer } from "../announce.ts";
import type { LineView } from "../view.ts";

/** Other people's new lines in words for a live region; those that come while muted are not announced. */
export function useAnnouncements(lines: readonly LineView[], settled: boolean, muted: boolean): string {
  const t = useMessages();
  const [announcer] = useState(createAnnouncer);
  const [words, setWords] = useState("");
  useEffect(() => {
    const fresh = announcer.hear(lines, settled);
    if (fresh.length === 0 || muted) return;
    const next = fresh
      .map(({ mentionsMe, ...words }) => t(mentionsMe ? "chat.announceMention" : "chat.announce", words))
      .join(" ");
    // The same words twice are two lines: a region announces only what differs.
    setWords((before) => (before === next ? `${next}\u00A0` : next));
  }, [announcer, lines, settled, muted, t]);
  return words;
}
