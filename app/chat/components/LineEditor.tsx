import X from "lucide-react/icons/x";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { isComposing } from "~/lib/keys.ts";
import { LineEditingTools } from "~/transcripts/LineEditingTools.tsx";
import { toTranscriptLine } from "~/transcripts/transcriptLine.ts";
import { useLineEditing } from "~/transcripts/useLineEditing.ts";
import { IconButton } from "~/ui/IconButton.tsx";
import type { ChatLineEditing } from "../core/linePermissions.ts";

interface LineEditorProps {
  id: string;
  editing: ChatLineEditing;
  /** Whether the correction form opens at once. */
  correcting: boolean;
  onClose(): void;
}

/** Marks and corrections of a line, as in the transcript. It takes the focus. */
export function LineEditor({ id, editing: { timeline, parts, participants }, correcting, onClose }: LineEditorProps) {
  const t = useMessages();
  const timelineLine = useSyncExternalStore(timeline.subscribe, () =>
    timeline.getSnapshot().lines.find((line) => line.id === id),
  );
  const line = timelineLine === undefined ? null : toTranscriptLine(timelineLine);
  // Keep the form if the line is deleted while it is open.
  const lastLine = useRef(line);
  if (line !== null) lastLine.current = line;
  const shared = useLineEditing(parts, participants());
  const fieldset = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (!correcting) fieldset.current?.querySelector("button")?.focus();
  }, [correcting]);
  if (lastLine.current === null) return null;
  return (
    <fieldset
      ref={fieldset}
      aria-label={t("transcript.tools")}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || isComposing(event.nativeEvent)) return;
        event.stopPropagation();
        onClose();
      }}
      // A long press in the field selects text instead of opening the menu.
      onPointerDown={(event) => event.stopPropagation()}
      className="col-span-2 mt-2 grid min-w-0 animate-rise grid-cols-[minmax(0,1fr)_auto] gap-2 rounded-m border border-line bg-raised p-2.5"
    >
      <LineEditingTools line={lastLine.current} shared={shared} startsCorrecting={correcting} />
      <IconButton size="s" label={t("action.close")} icon={<X />} onClick={onClose} className="self-start" />
    </fieldset>
  );
}
