import FileText from "lucide-react/icons/file-text";
import Image from "lucide-react/icons/image";
import Music from "lucide-react/icons/music";
import Play from "lucide-react/icons/play";
import Video from "lucide-react/icons/video";
import { type ReactNode, useState } from "react";
import type { FileKind } from "#contracts/board.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { cx } from "~/ui/cx.ts";
import type { BoardCard } from "../boardView.ts";
import { pictureSource } from "../core/pictureSource.ts";
import { tileAspect } from "../core/tileAspect.ts";

const ICONS: Readonly<Record<FileKind, ReactNode>> = {
  image: <Image />,
  audio: <Music />,
  video: <Video />,
  text: <FileText />,
  document: <FileText />,
};

interface FileTileProps {
  card: BoardCard;
  /** "card": as wide as its place, in the picture's own proportions. "icon": a small square. */
  shape: "card" | "icon";
}

/** The picture of a file, or the icon of its kind. Its size is known before the picture has loaded, so nothing moves. */
export function FileTile({ card, shape }: FileTileProps) {
  const { kind, file, preview, excerpt } = card;
  const t = useMessages();
  const format = useFormatters();
  const [broken, setBroken] = useState(false);
  const source = broken ? null : pictureSource(card);
  if (shape === "card" && source === null && excerpt !== null)
    return <Excerpt text={excerpt} aspect={tileAspect(card)} />;
  return (
    <span
      className={cx(
        "relative grid place-items-center overflow-hidden bg-sunken text-ink-soft",
        shape === "card" ? "w-full border-b border-line *:[svg]:size-8" : "size-12 rounded-s *:[svg]:size-5",
      )}
      style={{
        ...(shape === "card" && { aspectRatio: tileAspect(card) }),
        ...(source !== null && preview?.colour && { backgroundColor: preview.colour }),
      }}
    >
      {source === null ? (
        ICONS[kind]
      ) : (
        <img
          src={source}
          alt={t(kind === "image" ? "files.picture" : "files.preview", { name: file.name })}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="absolute inset-0 size-full object-cover object-top"
        />
      )}
      {shape === "card" && source !== null && kind === "video" && (
        <span className="absolute grid size-12 place-items-center rounded-full bg-raised text-ink shadow-1 *:size-5">
          <Play />
        </span>
      )}
      {shape === "card" && preview?.durationMs != null && (
        <span className="absolute end-2 bottom-2 rounded-s bg-raised px-1.5 text-13 leading-snug text-ink tabular-nums shadow-1">
          {format.duration(preview.durationMs)}
        </span>
      )}
    </span>
  );
}

/** The beginning of a text file, cut after the lines that fit. */
function Excerpt({ text, aspect }: { text: string; aspect: number }) {
  return (
    <span className="block overflow-hidden border-b border-line p-3.5" style={{ aspectRatio: aspect }}>
      <span dir="auto" className="line-clamp-5 text-14 leading-snug whitespace-pre-line text-ink wrap-anywhere">
        {text}
      </span>
    </span>
  );
}
