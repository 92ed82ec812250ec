import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { FileTrayOptions } from "../fileRequest.ts";
import { useFileSize } from "../useFileDescription.ts";
import { useFileAllowance } from "./useFileAllowance.ts";

interface AllowanceNoticeProps {
  options: Pick<FileTrayOptions, "rpc" | "place">;
  /** The bytes of all files that are not shared yet. */
  bytes: number;
}

/** The bytes that the user can still share today, and whether the chosen files have more. */
export function AllowanceNotice({ options, bytes }: AllowanceNoticeProps) {
  const t = useMessages();
  const formatSize = useFileSize();
  const left = useFileAllowance(options);
  if (left === null) return null;
  return bytes > left ? (
    <p role="alert" className="text-13 leading-snug text-danger">
      {t("files.overAllowance", { size: formatSize(bytes), left: formatSize(left) })}
    </p>
  ) : (
    <p className="text-13 leading-snug text-ink-soft">{t("files.allowance", { left: formatSize(left) })}</p>
  );
}
