import { useEffect, useState } from "react";
import { useMessages } from "~/i18n/index.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import { createAnnouncer } from "../announce.ts";
import type { LineView } from "../view.ts";

interface AnnouncementsProps {
  lines: readonly LineView[];
  /** What was written before is there, as far as it was asked for. */
  settled: boolean;
  /** What comes meanwhile is not announced later either. */
  muted: boolean;
}

/** Other people's new lines, in words for a screen reader. */
export function Announcements({ lines, settled, muted }: AnnouncementsProps) {
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
  return <LiveRegion message={words} />;
}
