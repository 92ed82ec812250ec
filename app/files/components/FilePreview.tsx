import { useCallback, useState } from "react";
import { IMAGE_MAX_BYTES, isImage, isMedia, type SharedFile } from "#contracts/files.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { FileLink } from "../FileLink.tsx";
import { FilePlayer } from "../FilePlayer.tsx";

/** A link to a file, with a preview of small images, or a player. The server checked the pixels of the images shown here. */
export function FilePreview({ id, file }: { id: string; file: SharedFile }) {
  const t = useMessages();
  const [broken, setBroken] = useState(false);
  const markBroken = useCallback(() => setBroken(true), []);
  if (isMedia(file.type))
    return (
      <>
        {!broken && <FilePlayer id={id} file={file} onBroken={markBroken} />}
        <FileLink lineId={id} file={file} />
      </>
    );
  return (
    <FileLink lineId={id} file={file}>
      {isImage(file.type) && file.bytes <= IMAGE_MAX_BYTES && !broken && (
        <img
          src={`/files/${id}?show`}
          alt={t("files.picture", { name: file.name })}
          loading="lazy"
          onError={markBroken}
          className="max-h-60 min-h-16 w-full border-b border-line bg-sunken object-contain"
        />
      )}
    </FileLink>
  );
}
