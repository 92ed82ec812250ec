import { useEffect } from "react";
import { useDropzone } from "react-dropzone";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Button } from "~/ui/Button.tsx";
import { DropFrame } from "../DropFrame.tsx";
import type { FileTrayOptions } from "../fileRequest.ts";
import { SelectedFiles } from "./SelectedFiles.tsx";
import { useFileSharing } from "./useFileSharing.ts";

interface FileDropAreaProps {
  options: FileTrayOptions;
  /** Tells who can see the files. */
  text: string;
}

/** An area for dropped, pasted or chosen files. Nothing is uploaded before the user clicks Share. */
export function FileDropArea({ options, text }: FileDropAreaProps) {
  const t = useMessages();
  const sharing = useFileSharing(options);
  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    ...{ noClick: true, noKeyboard: true, useFsAccessApi: false },
    onDrop: sharing.add,
  });
  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])];
      if (files.length > 0) sharing.add(files);
    };
    addEventListener("paste", onPaste);
    return () => removeEventListener("paste", onPaste);
  }, [sharing]);
  useEffect(() => () => sharing.close(), [sharing]);
  return (
    <div className="grid gap-3">
      <div {...getRootProps()}>
        <input {...getInputProps()} aria-label={t("files.choose")} />
        <DropFrame text={text} active={isDragActive}>
          <Button onClick={open}>{t("files.choose")}</Button>
        </DropFrame>
      </div>
      <SelectedFiles options={options} sharing={sharing} onMore={open} />
    </div>
  );
}
