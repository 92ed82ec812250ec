import { useEffect, useRef } from "react";
import { useViewer } from "~/lib/useViewer.ts";
import type { BoardCard, BoardView } from "../boardView.ts";
import { LazyFileDialog } from "../lazy.tsx";
import type { LiveBoard } from "../liveBoard.client.ts";
import { useFileAddress } from "../useFileAddress.ts";

interface FileDialogSlotProps {
  view: BoardView;
  cards: readonly BoardCard[];
  live: LiveBoard | null;
  onReplace(id: string, card: BoardCard | null): void;
  /** The last loaded file is open. Null if there are no more. */
  onNeedMore: (() => void) | null;
}

/** The dialog of the file in the address, above the board. It stays mounted, so that it closes with its animation. */
export function FileDialogSlot({ view, cards, live, onReplace, onNeedMore }: FileDialogSlotProps) {
  const { fileId, show, close } = useFileAddress();
  const viewer = useViewer();
  const lastId = useRef(fileId);
  if (fileId !== null) lastId.current = fileId;
  // A file that somebody deletes leaves the list. Its neighbours stay those that it had.
  const order = useRef<readonly string[]>([]);
  const ids = cards.map(({ id }) => id);
  if (fileId === null || ids.includes(fileId) || !order.current.includes(fileId)) order.current = ids;
  const at = fileId === null ? -1 : order.current.indexOf(fileId);
  const isLast = at !== -1 && at === order.current.length - 1;
  useEffect(() => {
    if (isLast) onNeedMore?.();
  }, [isLast, onNeedMore]);
  if (viewer === null) return null;
  const id = fileId ?? lastId.current;
  return (
    <LazyFileDialog active={id !== null}>
      {({ FileDialog }) =>
        id !== null && (
          <FileDialog
            open={fileId !== null}
            id={id}
            card={cards.find((card) => card.id === id) ?? null}
            previousId={at <= 0 ? null : (order.current[at - 1] ?? null)}
            nextId={at === -1 ? null : (order.current[at + 1] ?? null)}
            {...{ view, live, onReplace }}
            me={viewer.id}
            onShow={show}
            onClose={close}
          />
        )
      }
    </LazyFileDialog>
  );
}
