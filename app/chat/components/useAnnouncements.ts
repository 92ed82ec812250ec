import { useEffect, useRef, useState } from "react";
import { useMessages } from "~/i18n/index.tsx";
import { linesToSay } from "../announce.ts";
import type { LineView } from "../view.ts";

/** Other people's new lines in words for a live region. Those that are here at first, or come while muted, are not announced. */
export function useAnnouncements(lines: readonly LineView[], muted: boolean): string {
  const t = useMessages();
  const said = useRef<Set<string> | null>(null);
  const [words, setWords] = useState("");
  useEffect(() => {
    if (said.current === null) {
      said.current = new Set(lines.map(({ id }) => id));
      return;
    }
    const fresh = linesToSay(lines, said.current);
    if (fresh.length === 0 || muted) return;
    const next = fresh
      .map(({ mentionsMe, ...words }) => t(mentionsMe ? "chat.announceMention" : "chat.announce", words))
      .join(" ");
    // The same words twice are two lines: a region announces only what differs.
    setWords((before) => (before === next ? `${next}\u00A0` : next));
  }, [lines, muted, t]);
  return words;
}
