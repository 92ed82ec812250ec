import { useState } from "react";
import { isPicture, type SharedFile } from "#contracts/files.ts";
import { useMessages } from "~/i18n/index.tsx";
import { FileLink } from "./FileLink.tsx";

/** Bytes: what somebody on a thin line need not load to read on. */
const MOST_SHOWN = 5e6;

/** A file with what can be seen of it: a picture, where it is one and is not large. */
export function SeenFile({ id, file }: { id: string; file: SharedFile }) {
  const t = useMessages();
  const [broken, setBroken] = useState(false);
  return (
    <FileLink id={id} file={file}>
      {isPicture(file.type) && file.bytes <= MOST_SHOWN && !broken && (
        <img
          src={`/files/${id}?show`}
          alt={t("files.picture", { name: file.name })}
          loading="lazy"
          onError={() => setBroken(true)}
          className="max-h-60 min-h-16 w-full border-b border-line bg-sunken object-contain"
        />
      )}
    </FileLink>
  );
}
