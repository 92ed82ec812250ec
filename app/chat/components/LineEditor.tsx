import X from "lucide-react/icons/x";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { LineEditingTools } from "~/transcripts/LineEditingTools.tsx";
import { toTranscriptLine } from "~/transcripts/transcriptLine.ts";
import { useLineEditing } from "~/transcripts/useLineEditing.ts";
import { IconButton } from "~/ui/IconButton.tsx";
import type { ChatLineEditing } from "../core/linePermissions.ts";

interface LineEditorProps {
  id: string;
  editing: ChatLineEditing;
  /** It opens with the words to be put right. */
  correcting: boolean;
  onClose(): void;
}

/** Marks and corrections of a line, under it: as on the transcript. It takes the keyboard when it opens. */
export function LineEditor({ id, editing: { timeline, parts, participants }, correcting, onClose }: LineEditorProps) {
  const t = useMessages();
  const found = useSyncExternalStore(timeline.subscribe, () =>
    timeline.getSnapshot().lines.find((line) => line.id === id),
  );
  const line = found === undefined ? null : toTranscriptLine(found);
  // Should it be deleted meanwhile, what is typed here stays.
  const last = useRef(line);
  if (line !== null) last.current = line;
  const shared = useLineEditing(parts, participants());
  const place = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (!correcting) place.current?.querySelector("button")?.focus();
  }, [correcting]);
  if (last.current === null) return null;
  return (
    <fieldset
      ref={place}
      aria-label={t("transcript.tools")}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onClose();
      }}
      // A finger that rests in the field marks words there.
      onPointerDown={(event) => event.stopPropagation()}
      className="col-span-2 mt-2 grid min-w-0 animate-rise grid-cols-[minmax(0,1fr)_auto] gap-2 rounded-m border border-line bg-raised p-2.5"
    >
      <LineEditingTools line={last.current} shared={shared} startsCorrecting={correcting} />
      <IconButton size="s" label={t("action.close")} icon={<X />} onClick={onClose} className="self-start" />
    </fieldset>
  );
}
