import { Fragment, type ReactNode, useEffect, useState } from "react";
import { LANGUAGES } from "#contracts/languages.ts";
import { type Translate, useMessages } from "~/i18n/index.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import { createAnnouncer, type Saying } from "../announce.ts";
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
  const [words, setWords] = useState<ReactNode>("");
  useEffect(() => {
    const fresh = announcer.hear(lines, settled);
    if (fresh.length > 0 && !muted) setWords(announced(fresh, t));
  }, [announcer, lines, settled, muted, t]);
  return <LiveRegion message={words} />;
}

/** Each line's words in the language that they are in. The same words twice are two lines, and elements of their own. */
export const announced = (fresh: readonly Saying[], t: Translate): ReactNode =>
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
