import FileText from "lucide-react/icons/file-text";
import Image from "lucide-react/icons/image";
import Music from "lucide-react/icons/music";
import Video from "lucide-react/icons/video";
import { type ReactNode, useState } from "react";
import type { FileKind } from "#contracts/board.ts";
import { isImage } from "#contracts/files.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { cx } from "~/ui/cx.ts";
import type { BoardCard } from "../boardView.ts";

const ICONS: Readonly<Record<FileKind, ReactNode>> = {
  image: <Image />,
  audio: <Music />,
  video: <Video />,
  text: <FileText />,
  document: <FileText />,
};

/** Larger images are not loaded, to spare slow connections. */
const MAX_PICTURE_BYTES = 5e6;

/** The picture of a file, or the icon of its kind. Its size is known before the picture has loaded, so nothing moves. */
export function FileTile({ card: { id, kind, file }, className }: { card: BoardCard; className: string }) {
  const t = useMessages();
  const [broken, setBroken] = useState(false);
  if (isImage(file.type) && file.bytes <= MAX_PICTURE_BYTES && !broken)
    return (
      <img
        src={`/files/${id}?show`}
        alt={t("files.picture", { name: file.name })}
        loading="lazy"
        onError={() => setBroken(true)}
        className={cx("bg-sunken object-cover", className)}
      />
    );
  return (
    <span className={cx("grid place-items-center bg-sunken text-ink-soft *:size-8", className)}>{ICONS[kind]}</span>
  );
}
