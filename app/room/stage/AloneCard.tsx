import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { LinkField } from "../dialogs/LinkField.tsx";
import { meetingLink } from "../dialogs/meetingLink.ts";
import { useCopyLink } from "../dialogs/useCopyLink.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { useCallUi } from "../screen/CallUiProvider.tsx";

const COPIED_MESSAGE_MS = 2_500;

/** Shows the link for invitations while nobody else is in the call. */
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
    <section className="grid min-h-0 [align-content:safe_center] overflow-auto rounded-l border border-line p-5 @s/call:p-8">
      <div className="mx-auto grid w-full max-w-105 gap-4">
        <div>
          <h2 className="text-18 leading-snug font-head @s/call:text-22">{t("call.alone.title")}</h2>
          <p className="mt-1.5 text-pretty text-ink-soft">{t("call.alone.text")}</p>
        </div>
        <div className="grid gap-2 @s/call:flex">
          <LinkField link={link} labelHidden className="min-w-0 flex-1" />
          <Button variant="primary" onClick={() => copyLink().then(setCopied)}>
            {copied ? <Check /> : <Copy />}
            {t("action.copy")}
          </Button>
        </div>
      </div>
    </section>
  );
}
