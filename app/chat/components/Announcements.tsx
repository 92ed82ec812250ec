import { Fragment, type ReactNode, useEffect, useState } from "react";
import { LANGUAGES } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { TFunction } from "~/i18n/translate.ts";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import { createScreenReaderAnnouncer, type LineAnnouncement } from "../core/screenReaderAnnouncer.ts";
import type { LineView } from "../lineView.ts";

interface AnnouncementsProps {
  lines: readonly LineView[];
  /** What was written before is there, as far as it was asked for. */
  historyLoaded: boolean;
  /** What comes meanwhile is not announced later either. */
  muted: boolean;
}

/** Other people's new lines, in words for a screen reader. */
export function Announcements({ lines, historyLoaded, muted }: AnnouncementsProps) {
  const t = useMessages();
  const [announcer] = useState(createScreenReaderAnnouncer);
  const [message, setMessage] = useState<ReactNode>("");
  useEffect(() => {
    const fresh = announcer.nextAnnouncements(lines, historyLoaded);
    if (fresh.length > 0 && !muted) setMessage(lineAnnouncementText(fresh, t));
  }, [announcer, lines, historyLoaded, muted, t]);
  return <LiveRegion message={message} />;
}

/** Each line's words in the language that they are in. The same words twice are two lines, and elements of their own. */
export const lineAnnouncementText = (fresh: readonly LineAnnouncement[], t: TFunction): ReactNode =>
  fresh.map(({ id, name, text, language, mentionsMe }) => (
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
