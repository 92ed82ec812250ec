import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import Share from "lucide-react/icons/share-2";
import { useEffect, useState } from "react";
import { formatMeetingCode } from "#contracts/meetings.ts";
import type { Moderation } from "~/call/moderation.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import type { CallView } from "../core/callView.ts";
import { AccessSettings } from "./AccessSettings.tsx";
import { ActionError } from "./ActionError.tsx";
import { LinkField } from "./LinkField.tsx";
import { meetingLink } from "./meetingLink.ts";
import { QrCode } from "./QrCode.tsx";
import { RegenerateLink } from "./RegenerateLink.tsx";
import { useAsyncActions } from "./useAsyncActions.ts";

export interface ShareDialogProps {
  open: boolean;
  onClose(): void;
  snapshot: CallView;
  moderation: Moderation;
}

/** How others come in: the link in every way that it can be given, and who may use it. */
export function ShareDialog({ open, onClose, snapshot, moderation }: ShareDialogProps) {
  const t = useMessages();
  return (
    <Dialog open={open} onClose={onClose} title={t("people.share.title")} theme="dark" className="max-w-130!">
      <ShareOptions snapshot={snapshot} moderation={moderation} />
    </Dialog>
  );
}

function ShareOptions({ snapshot, moderation }: Pick<ShareDialogProps, "snapshot" | "moderation">) {
  const { meeting, rank, lobby } = snapshot;
  const t = useMessages();
  const asyncActions = useAsyncActions();
  if (meeting === null) return null;
  const link = meetingLink(meeting);
  return (
    <div className="mt-3 grid gap-5">
      <CopyLink key={link} link={link} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <QrCode text={link} />
        <div className="grid min-w-50 flex-1 content-start gap-4">
          <div>
            <p className="text-14 text-pretty text-ink-soft">{t("people.share.code")}</p>
            <p className="mt-1 text-28 leading-tight font-head whitespace-nowrap">
              <bdi dir="ltr" className="select-all">
                {formatMeetingCode(meeting.code)}
              </bdi>
            </p>
          </div>
          {rank >= 1 && <RegenerateLink lead={moderation} presses={asyncActions} />}
        </div>
      </div>
      <div className="border-t border-line pt-4">
        <AccessSettings
          meeting={meeting}
          rank={rank}
          waitingCount={lobby.length}
          moderation={moderation}
          asyncActions={asyncActions}
        />
      </div>
      <ActionError presses={asyncActions} />
    </div>
  );
}

/** Milliseconds. */
const COPIED_MESSAGE_MS = 4_000;

function CopyLink({ link }: { link: string }) {
  const t = useMessages();
  const [copyState, setCopyState] = useState<"yes" | "no" | null>(null);
  useEffect(() => {
    if (copyState !== "yes") return;
    const timer = setTimeout(() => setCopyState(null), COPIED_MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [copyState]);
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopyState("yes"),
      () => setCopyState("no"),
    );
  return (
    <div className="grid gap-2">
      <LinkField link={link} {...(copyState === "no" && { error: t("call.linkNotCopied") })} className="min-w-0" />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={copy} className="flex-1">
          {copyState === "yes" ? <Check /> : <Copy />}
          {copyState === "yes" ? t("people.share.copied") : t("call.copyLink")}
        </Button>
        {typeof navigator.share === "function" && (
          <Button
            className="flex-1"
            // Closed without sending, it rejects: that is an answer, too.
            onClick={() => navigator.share({ url: link }).catch(() => {})}
          >
            <Share />
            {t("people.share.native")}
          </Button>
        )}
      </div>
      <LiveRegion message={copyState === "yes" ? t("people.share.copied") : ""} />
    </div>
  );
}
