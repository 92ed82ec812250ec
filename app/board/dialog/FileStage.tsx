import FileText from "lucide-react/icons/file-text";
import { useCallback, useState } from "react";
import { isImage, isMedia } from "#contracts/files.ts";
import { FilePlayer } from "~/files/FilePlayer.tsx";
import { useFileDescription } from "~/files/useFileDescription.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { SignFile } from "~/lib/signFile.ts";
import { buttonClass } from "~/ui/Button.tsx";
import type { BoardCard } from "../boardView.ts";
import { isShowable } from "../core/pictureSource.ts";
import { ImageStage } from "./ImageStage.tsx";
import { TextStage } from "./TextStage.tsx";

interface FileStageProps {
  card: BoardCard;
  signFile: SignFile;
  /** Called when the picture is zoomed, so that a swipe moves it. */
  onZoom(zoomed: boolean): void;
}

/** The content of a file. Types that may hold scripts, such as SVG, are never shown inline. */
export function FileStage({ card, signFile, onZoom }: FileStageProps) {
  const { id, file, kind } = card;
  const t = useMessages();
  const [broken, setBroken] = useState(false);
  const markBroken = useCallback(() => setBroken(true), []);
  if (kind === "document" && card.preview?.hasPicture && !broken)
    return <FirstPage card={card} onBroken={markBroken} onZoom={onZoom} />;
  if (kind === "document") return <DocumentStage card={card} />;
  if (broken) return <DocumentStage card={card} isBroken />;
  if (!isShowable(card)) return <DocumentStage card={card} isBroken />;
  if (isImage(file.type)) {
    const alt = t("files.picture", { name: file.name });
    return <ImageStage source={`/files/${id}?show`} alt={alt} onBroken={markBroken} onZoom={onZoom} />;
  }
  if (isMedia(file.type))
    return (
      <div className="grid size-full place-items-center p-4">
        <FilePlayer
          id={id}
          file={file}
          onBroken={markBroken}
          className={kind === "audio" ? "w-full max-w-lg" : "max-h-full w-full max-w-5xl rounded-m"}
        />
      </div>
    );
  return <TextStage id={id} signFile={signFile} onBroken={markBroken} />;
}

interface FirstPageProps extends Pick<FileStageProps, "card" | "onZoom"> {
  onBroken(): void;
}

/** The first page of a document, as its sharer's browser drew it. Scripts in the document cannot run here. */
function FirstPage({ card: { id, file }, onBroken, onZoom }: FirstPageProps) {
  const t = useMessages();
  const alt = t("files.preview", { name: file.name });
  return (
    <div className="grid size-full grid-rows-[minmax(0,1fr)_auto]">
      <div className="relative min-h-0 p-3">
        <ImageStage source={`/files/${id}?preview`} alt={alt} onBroken={onBroken} onZoom={onZoom} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-raised px-4 py-3">
        <p className="text-14 text-ink-soft">{t("fileDialog.firstPage")}</p>
        <OpenFile id={id} />
      </div>
    </div>
  );
}

function OpenFile({ id }: { id: string }) {
  const t = useMessages();
  return (
    <a href={`/files/${id}`} target="_blank" rel="noopener" className={buttonClass()}>
      {t("files.open")}
    </a>
  );
}

/** A file that the dialog cannot show. */
function DocumentStage({ card, isBroken = false }: { card: BoardCard; isBroken?: boolean }) {
  const t = useMessages();
  const describeFile = useFileDescription();
  return (
    <div className="grid size-full place-content-center justify-items-center gap-3 p-6 text-center">
      <FileText className="size-16 text-ink-soft" strokeWidth={1.25} />
      <p className="text-pretty text-ink-soft">
        {isBroken ? t("fileDialog.broken") : t("fileDialog.noPreview")} {describeFile(card.file)}
      </p>
      <OpenFile id={card.id} />
    </div>
  );
}
