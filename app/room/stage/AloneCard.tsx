import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { meetingLink } from "../dialogs/meetingLink.ts";
import { ShareButton } from "../dialogs/ShareButton.tsx";
import { useCopyLink } from "../dialogs/useCopyLink.tsx";
import { InvitationCode } from "../lazy.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { useCallUi } from "../screen/CallUiProvider.tsx";

const COPIED_MESSAGE_MS = 2_500;

/** Shows the invitation on the stage while nobody else is in the call. */
export function AloneCard() {
  const t = useMessages();
  const { preJoin } = useRoom();
  const { showToast } = useCallUi();
  const meeting = useCallView((view) => view.meeting);
  const link = meeting === null ? preJoin.link : meetingLink(meeting);
  const copyLink = useCopyLink(link, showToast);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <section className="alone-card min-w-0 rounded-l border border-line bg-raised p-4 @s/call:px-8 @s/call:py-6">
      <div>
        <h2 className="text-22 leading-tight font-head @s/call:text-28">{t("call.alone.title")}</h2>
        <p className="mt-1.5 text-pretty text-ink-soft">{t("call.alone.text")}</p>
      </div>
      <p
        title={t("call.link")}
        dir="ltr"
        className="min-h-control-l rounded-m border border-line-strong px-3.5 py-3 leading-snug select-all wrap-anywhere"
      >
        {link}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => copyLink().then(setCopied)} className="flex-1">
          {copied ? <Check /> : <Copy />}
          {t("call.copyLink")}
        </Button>
        <ShareButton link={link} />
      </div>
      {meeting !== null && <InvitationCode code={meeting.code} link={link} />}
    </section>
  );
}
