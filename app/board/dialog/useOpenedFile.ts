import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { OneBoardFile } from "#contracts/board.ts";
import type { ErrorCode } from "#contracts/errors.ts";
import { systemClock } from "~/lib/clock.ts";
import type { Rpc } from "~/lib/rpc.ts";
import { useAsyncEffect } from "~/lib/useAsyncEffect.ts";
import { createBatch } from "../core/boardEvents.ts";
import type { LiveBoard } from "../liveBoard.client.ts";

interface OpenedFile {
  /** The file as the database returned it last. Null before the first answer, and once it is gone. */
  readonly opened: OneBoardFile | null;
  /** The file was deleted, or the reader may not read it. */
  readonly isGone: boolean;
  readonly error: ErrorCode | null;
  reload(): void;
}

interface OpenedFileOptions {
  id: string;
  open: boolean;
  rpc: Rpc;
  live: LiveBoard | null;
  /** The meeting of the loaded card. */
  meetingId: string | null;
  /** The comments changed, or events may be missing. Returns the number of pages that were read. */
  onComments(): Promise<number>;
}

interface FileState extends Pick<OpenedFile, "isGone" | "error"> {
  readonly id: string;
  readonly file: OneBoardFile | null;
}

/** Reads one file, and again after each event of its board. */
export function useOpenedFile({ id, open, rpc, live, meetingId, onComments }: OpenedFileOptions): OpenedFile {
  const [state, setState] = useState<FileState | null>(null);
  const [reads, setReads] = useState(0);
  const hasNewComments = useRef(false);
  const reload = useCallback(() => setReads((count) => count + 1), []);
  const batch = useMemo(() => createBatch(systemClock, reload), [reload]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reads` counts the requests to read it again
  useAsyncEffect(
    async (signal) => {
      if (!open) return;
      const found = await rpc("board_file", { p_file_id: id });
      if (signal.aborted) return;
      // After the file, so that comments on a file that is gone are not requested.
      if (found.ok && found.value !== null && hasNewComments.current) {
        hasNewComments.current = false;
        void onComments().then(batch.count);
      }
      setState((known) =>
        found.ok
          ? { id, file: found.value, isGone: found.value === null, error: null }
          : // The last state stays visible.
            { ...(known?.id === id ? known : { id, file: null, isGone: false }), error: found.error.code },
      );
    },
    [id, open, rpc, reads, onComments, batch],
  );
  const current = state?.id === id ? state : null;
  const listened = current?.file?.file.meeting.id ?? meetingId;
  useEffect(() => {
    if (!open || live === null || listened === null) return;
    const stop = live.listen(listened, (event) => {
      if (event !== null && (event.about ?? event.line_id) !== id) return;
      hasNewComments.current ||= event === null || event.about === id;
      batch.add(null);
    });
    return () => {
      stop();
      batch.close();
    };
  }, [id, open, live, listened, batch]);
  return {
    opened: current?.file ?? null,
    isGone: current?.isGone ?? false,
    error: current?.error ?? null,
    reload,
  };
}
