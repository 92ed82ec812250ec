import { Fragment, type ReactNode, useEffect, useState } from "react";
import { LANGUAGES } from "#contracts/languages.ts";
import type { TFunction } from "~/i18n/createTFunction.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import { createScreenReaderAnnouncer, type LineAnnouncement } from "../core/screenReaderAnnouncer.ts";
import type { LineView } from "../lineView.ts";

interface AnnouncementsProps {
  lines: readonly LineView[];
  /** Whether the first page of earlier lines is loaded. */
  historyLoaded: boolean;
  /** Lines that arrive while muted are never announced. */
  muted: boolean;
}

/** Announces new lines of others to screen readers. */
export function Announcements({ lines, historyLoaded, muted }: AnnouncementsProps) {
  const t = useMessages();
  const [announcer] = useState(createScreenReaderAnnouncer);
  const [message, setMessage] = useState<ReactNode>("");
  useEffect(() => {
    const announce = () => {
      const newLines = announcer.nextAnnouncements(lines, historyLoaded, performance.now());
      if (newLines.length > 0 && !muted) setMessage(lineAnnouncementText(newLines, t));
    };
    announce();
    if (!announcer.isWaiting()) return;
    const timer = setInterval(() => {
      announce();
      if (!announcer.isWaiting()) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [announcer, lines, historyLoaded, muted, t]);
  return <LiveRegion message={message} />;
}

/** Marks each line's text with its language. Lines with equal text are separate elements. */
export const lineAnnouncementText = (lines: readonly LineAnnouncement[], t: TFunction): ReactNode =>
  lines.map(({ id, name, text, language, mentionsMe }) => (
    <Fragment key={id}>
      {t.rich(mentionsMe ? "chat.announceMention" : "chat.announce", {
        name,
        text: (
          <span lang={language} dir={LANGUAGES[language].dir}>
            {text}
          </span>
        ),
      })}{" "}
    </Fragment>
  ));
