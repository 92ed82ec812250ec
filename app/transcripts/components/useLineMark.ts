import { useRef, useState } from "react";
import type { ErrorCode } from "#contracts/errors.ts";
import type { LineEditing, NewMark } from "../lineEditing.ts";
import type { TranscriptLine } from "../transcriptLine.ts";

/** Returns the mark as the reader left it, while it is being saved, too. Changes are saved one after the other. */
export function useLineMark(line: TranscriptLine, editing: LineEditing) {
  const [unsaved, setUnsaved] = useState<{ readonly mark: NewMark | null } | null>(null);
  const [error, setError] = useState<ErrorCode | null>(null);
  const lastSave = useRef<Promise<unknown>>(Promise.resolve());
  return {
    mark: unsaved === null ? line.mark : unsaved.mark,
    error,
    async setMark(mark: NewMark | null) {
      const change = { mark };
      setUnsaved(change);
      const save = lastSave.current.then(() => editing.setMark(line.id, mark));
      lastSave.current = save;
      const result = await save;
      setError(result.ok ? null : result.error.code);
      setUnsaved((current) => (current === change ? null : current));
    },
  };
}
