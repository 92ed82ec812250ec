import Download from "lucide-react/icons/download";
import FileText from "lucide-react/icons/file-text";
import type { ReactNode } from "react";
import type { SharedFile } from "#contracts/files.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useFileDescription } from "./useFileDescription.ts";

interface FileLinkProps {
  lineId: string;
  file: SharedFile;
  /** Preview above the name. */
  children?: ReactNode;
}

/** A download link. It opens in a new tab, because this page may be a call. */
export function FileLink({ lineId, file, children }: FileLinkProps) {
  const t = useMessages();
  const describeFile = useFileDescription();
  return (
    <a
      href={`/files/${lineId}`}
      target="_blank"
      rel="noopener"
      className="mt-1 grid w-full max-w-80 overflow-hidden rounded-m border border-line bg-raised text-ink no-underline hover:bg-hover print:w-auto"
    >
      {children}
      <span className="flex min-h-control items-center gap-3 px-3 py-2">
        <FileText className="size-5 flex-none text-ink-soft" />
        <span className="grid min-w-0 flex-1">
          <span className="line-clamp-2 text-14 leading-snug font-strong wrap-anywhere">
            <bdi>{file.name}</bdi>
          </span>
          <span className="text-13 leading-snug text-ink-soft">{describeFile(file)}</span>
        </span>
        <Download aria-label={t("files.open")} role="img" className="size-4.5 flex-none text-ink-soft print:hidden" />
      </span>
    </a>
  );
}
