import { useEffect, useState } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { systemClock } from "~/lib/clock.ts";
import type { Store } from "~/lib/store.ts";
import { type Voice, watchTalkShare } from "./talkShare.ts";
import { usePrivateHints } from "./usePrivateHints.ts";

/** Shows the local participant their own share of the talk. It is not announced. Needs the namespace `captions`. */
export function TalkHint({ call }: { call: Store<{ readonly people: readonly Voice[] }> }) {
  const t = useMessages();
  const format = useFormatters();
  const shown = usePrivateHints();
  const [share, setShare] = useState<number | null>(null);
  useEffect(() => watchTalkShare(call, systemClock, setShare), [call]);
  if (!shown || share === null) return null;
  return (
    <span title={t("captions.talkShareTitle")} className="call-elapsed truncate text-14 text-ink-soft tabular-nums">
      {t("captions.talkShare", { share: format.share(share) })}
    </span>
  );
}
