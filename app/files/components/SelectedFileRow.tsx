import FileText from "lucide-react/icons/file-text";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import X from "lucide-react/icons/x";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import type { FileSharing } from "../core/fileSharing.ts";
import type { SelectedFile } from "../core/selectedFile.ts";
import { useFileDescription } from "../useFileDescription.ts";

interface SelectedFileRowProps {
  file: SelectedFile;
  sharing: Pick<FileSharing, "pause" | "resume" | "remove">;
}

/** A file to share, with its upload progress or error. */
export function SelectedFileRow({ file, sharing }: SelectedFileRowProps) {
  const { id, name, state } = file;
  const t = useMessages();
  return (
    <li className="relative grid grid-cols-[20px_minmax(0,1fr)_auto_auto] items-center gap-x-2.5 overflow-hidden rounded-m border border-line bg-raised ps-2.5">
      <FileText className="size-5 text-ink-soft" />
      <span className="grid min-w-0 py-1.5">
        <span className="truncate text-14 leading-snug">
          <bdi>{name}</bdi>
        </span>
        <FileStatus {...file} />
      </span>
      {state.name === "sending" && (
        <IconButton size="s" label={t("files.pause", { name })} icon={<Pause />} onClick={() => sharing.pause(id)} />
      )}
      {state.name === "paused" && (
        <IconButton
          size="s"
          label={t("files.resume", { name })}
          icon={<Play />}
          onClick={() => void sharing.resume(id)}
        />
      )}
      <IconButton
        size="s"
        label={t("files.remove", { name })}
        icon={<X />}
        onClick={() => sharing.remove(id)}
        className="col-start-4"
      />
      {(state.name === "sending" || state.name === "paused") && (
        <span
          aria-hidden="true"
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent transition-transform rtl:origin-right"
          style={{ transform: `scaleX(${state.share})` }}
        />
      )}
    </li>
  );
}

function FileStatus({ state, name, bytes }: SelectedFile) {
  const t = useMessages();
  const format = useFormatters();
  const describeFile = useFileDescription();
  switch (state.name) {
    case "ready":
    case "queued":
      return <span className="text-13 leading-snug text-ink-soft">{describeFile({ name, bytes })}</span>;
    case "sending":
      return (
        <span className="text-13 leading-snug text-ink-soft tabular-nums">
          {t("files.sent", { share: format.share(state.share) })}
        </span>
      );
    case "paused":
      return (
        <span className="text-13 leading-snug text-ink-soft tabular-nums">
          {t("files.paused", { share: format.share(state.share) })}
        </span>
      );
    case "rejected":
    case "failed":
      return (
        <span role="alert" className="text-13 leading-snug text-danger">
          {errorText(t, state.name === "rejected" ? state.code : state.error.code)}
        </span>
      );
    default:
      return state satisfies never;
  }
}
