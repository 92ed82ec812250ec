import { formatMeetingCode } from "#contracts/meetings.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { QrCode } from "~/ui/QrCode.tsx";

/** The meeting's code, to scan and to type. */
export function InvitationCode({ code, link }: { code: string; link: string }) {
  const t = useMessages();
  return (
    <div className="flex items-center gap-4">
      <QrCode text={link} label={t("people.share.qr")} />
      <div className="min-w-0">
        <p className="text-14 text-pretty text-ink-soft">{t("people.share.code")}</p>
        <p className="mt-1 text-18 leading-tight font-head whitespace-nowrap @s/call:text-22">
          <bdi dir="ltr" className="select-all">
            {formatMeetingCode(code)}
          </bdi>
        </p>
      </div>
    </div>
  );
}
