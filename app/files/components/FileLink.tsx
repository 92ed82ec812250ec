import Download from "lucide-react/icons/download";
import { useState } from "react";
import { isPicture, type SharedFile } from "#contracts/files.ts";
import { useMessages } from "~/i18n/index.tsx";
import { FileIcon } from "./FileIcon.tsx";
import { useAbout } from "./useAbout.ts";

interface FileLinkProps {
  /** Of its line. */
  id: string;
  file: SharedFile;
  /** A picture is shown, too. */
  shown?: boolean;
}

/** Bytes: what somebody on a thin line need not load to read on. */
const MOST_SHOWN = 5e6;

/** A file to download; it opens beside the page, which may be a call. */
export function FileLink({ id, file, shown = false }: FileLinkProps) {
  const t = useMessages();
  const about = useAbout();
  const [broken, setBroken] = useState(false);
  const seen = shown && isPicture(file.type) && file.bytes <= MOST_SHOWN && !broken;
  return (
    <a
      href={`/files/${id}`}
      target="_blank"
      rel="noopener"
      className="mt-1 grid w-full max-w-80 overflow-hidden rounded-m border border-line bg-raised text-ink no-underline hover:bg-hover print:w-auto"
    >
      {seen && (
        <img
          src={`/files/${id}?show`}
          alt={t("files.picture", { name: file.name })}
          loading="lazy"
          onError={() => setBroken(true)}
          className="max-h-60 min-h-16 w-full border-b border-line bg-sunken object-contain"
        />
      )}
      <span className="flex min-h-control items-center gap-3 px-3 py-2">
        <FileIcon type={file.type} className="size-5 flex-none text-ink-soft" />
        <span className="grid min-w-0 flex-1">
          <span className="line-clamp-2 text-14 leading-snug font-strong wrap-anywhere">
            <bdi>{file.name}</bdi>
          </span>
          <span className="text-13 leading-snug text-ink-soft">{about(file)}</span>
        </span>
        <Download aria-label={t("files.open")} role="img" className="size-4.5 flex-none text-ink-soft print:hidden" />
      </span>
    </a>
  );
}
