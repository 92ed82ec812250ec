import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import type { Meeting } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import { useCallView } from "../RoomProvider.tsx";
import { AccessSettings } from "./AccessSettings.tsx";
import { ActionError } from "./ActionError.tsx";
import { InvitationCode } from "./InvitationCode.tsx";
import { LinkField } from "./LinkField.tsx";
import { meetingLink } from "./meetingLink.ts";
import { RegenerateLink } from "./RegenerateLink.tsx";
import { ShareButton } from "./ShareButton.tsx";
import { useAsyncActions } from "./useAsyncActions.ts";

/** The link in every form, and the access to the meeting. */
export function ShareDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const t = useMessages();
  const meeting = useCallView((view) => view.meeting);
  return (
    <Dialog open={open} onClose={onClose} title={t("people.share.title")} theme="dark" className="max-w-130!">
      {meeting !== null && <ShareOptions meeting={meeting} />}
    </Dialog>
  );
}

function ShareOptions({ meeting }: { meeting: Meeting }) {
  const rank = useCallView((view) => view.rank);
  const actions = useAsyncActions();
  const link = meetingLink(meeting);
  return (
    <div className="mt-3 grid gap-5">
      <CopyLink key={link} link={link} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <InvitationCode code={meeting.code} link={link} />
        {rank >= 1 && <RegenerateLink actions={actions} />}
      </div>
      <div className="border-t border-line pt-4">
        <AccessSettings meeting={meeting} actions={actions} />
      </div>
      <ActionError actions={actions} />
    </div>
  );
}

const COPIED_MESSAGE_MS = 4_000;

function CopyLink({ link }: { link: string }) {
  const t = useMessages();
  const [copyState, setCopyState] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (copyState !== "copied") return;
    const timer = setTimeout(() => setCopyState(null), COPIED_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [copyState]);
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopyState("copied"),
      () => setCopyState("failed"),
    );
  return (
    <div className="grid gap-2">
      <LinkField link={link} {...(copyState === "failed" && { error: t("call.linkNotCopied") })} className="min-w-0" />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={copy} className="flex-1">
          {copyState === "copied" ? <Check /> : <Copy />}
          {copyState === "copied" ? t("people.share.copied") : t("call.copyLink")}
        </Button>
        <ShareButton link={link} />
      </div>
      <LiveRegion message={copyState === "copied" ? t("people.share.copied") : ""} />
    </div>
  );
}
