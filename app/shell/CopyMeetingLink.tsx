import LinkIcon from "lucide-react/icons/link";
import { type ReactNode, useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { Field } from "~/ui/Field.tsx";
import { TextInput } from "~/ui/TextInput.tsx";
import { showShellToast } from "./lazy.tsx";

interface CopyMeetingLinkProps {
  /** `/m/k3f9-2mxa-7qpd`. */
  path: string;
  /** Buttons before this one. */
  children?: ReactNode;
}

/** A row of buttons that ends with one to copy the meeting's link. Shows the link if the browser does not copy it. */
export function CopyMeetingLink({ path, children }: CopyMeetingLinkProps) {
  const t = useMessages();
  const [manualCopyLink, setManualCopyLink] = useState<string | null>(null);
  const copy = async () => {
    const link = new URL(path, location.origin).href;
    try {
      await navigator.clipboard.writeText(link);
      setManualCopyLink(null);
      showShellToast(t("meetings.linkCopied"));
    } catch {
      setManualCopyLink(link);
    }
  };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2 *:flex-1 *:px-2.5! s:*:flex-none s:*:px-4!">
        {children}
        <Button variant="ghost" onClick={() => void copy()}>
          <LinkIcon className="size-4.5" />
          {t("meetings.copyLink")}
        </Button>
      </div>
      {manualCopyLink !== null && (
        <Field label={t("meetings.link")} labelHidden hint={t("meetings.linkNotCopied")}>
          {(control) => (
            <TextInput
              {...control}
              readOnly
              dir="ltr"
              value={manualCopyLink}
              onFocus={(event) => event.target.select()}
            />
          )}
        </Field>
      )}
    </div>
  );
}
