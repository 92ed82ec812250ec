import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import Share from "lucide-react/icons/share-2";
import { useEffect, useState } from "react";
import { showCode } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/index.tsx";
import { Button } from "~/ui/Button.tsx";
import { Dialog } from "~/ui/Dialog.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import type { CallView } from "../../callView.ts";
import type { Lead } from "../../core/lead.ts";
import { LinkField } from "../LinkField.tsx";
import { meetingLink } from "./meetingLink.ts";
import { NewLink } from "./NewLink.tsx";
import { PressFailure } from "./PressFailure.tsx";
import { QrCode } from "./QrCode.tsx";
import { usePresses } from "./usePresses.ts";
import { WhoEnters } from "./WhoEnters.tsx";

export interface ShareDialogProps {
  open: boolean;
  onClose(): void;
  snapshot: CallView;
  lead: Lead;
}

/** How others come in: the link in every way that it can be given, and who may use it. */
export function ShareDialog({ open, onClose, snapshot, lead }: ShareDialogProps) {
  const t = useMessages();
  return (
    <Dialog open={open} onClose={onClose} title={t("people.share.title")} theme="dark" className="max-w-130!">
      <Ways snapshot={snapshot} lead={lead} />
    </Dialog>
  );
}

function Ways({ snapshot, lead }: Pick<ShareDialogProps, "snapshot" | "lead">) {
  const { meeting, rank, lobby } = snapshot;
  const t = useMessages();
  const presses = usePresses();
  if (meeting === null) return null;
  const link = meetingLink(meeting);
  return (
    <div className="mt-3 grid gap-5">
      <GiveLink key={link} link={link} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <QrCode text={link} />
        <div className="grid min-w-50 flex-1 content-start gap-4">
          <div>
            <p className="text-14 text-pretty text-ink-soft">{t("people.share.code")}</p>
            <p className="mt-1 text-28 leading-tight font-head whitespace-nowrap">
              <bdi dir="ltr" className="select-all">
                {showCode(meeting.code)}
              </bdi>
            </p>
          </div>
          {rank >= 1 && <NewLink lead={lead} presses={presses} />}
        </div>
      </div>
      <div className="border-t border-line pt-4">
        <WhoEnters meeting={meeting} rank={rank} waiting={lobby.length} lead={lead} presses={presses} />
      </div>
      <PressFailure presses={presses} />
    </div>
  );
}

/** Milliseconds. */
const SAID_FOR = 4_000;

function GiveLink({ link }: { link: string }) {
  const t = useMessages();
  const [copied, setCopied] = useState<"yes" | "no" | null>(null);
  useEffect(() => {
    if (copied !== "yes") return;
    const timer = setTimeout(() => setCopied(null), SAID_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setCopied("yes"),
      () => setCopied("no"),
    );
  return (
    <div className="grid gap-2">
      <LinkField link={link} {...(copied === "no" && { error: t("call.linkNotCopied") })} className="min-w-0" />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={copy} className="flex-1">
          {copied === "yes" ? <Check /> : <Copy />}
          {copied === "yes" ? t("people.share.copied") : t("call.copyLink")}
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
      <LiveRegion message={copied === "yes" ? t("people.share.copied") : ""} />
    </div>
  );
}
