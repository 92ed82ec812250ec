import { useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { AddFiles } from "./AddFiles.tsx";
import { Board } from "./Board.tsx";
import type { BoardView } from "./boardView.ts";

/** The files of one meeting, with an area for more. */
export function MeetingFiles({ board, meetingId }: { board: BoardView; meetingId: string }) {
  const t = useMessages();
  const { env, speaks, mayAdd } = board;
  const [shared, setShared] = useState<string | null>(null);
  return (
    <section aria-labelledby="files" className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-6">
      <h2 id="files" className="text-22 leading-snug font-head tracking-head">
        {t("board.title")}
      </h2>
      {mayAdd && <AddFiles {...{ env, speaks, meetingId }} onShared={setShared} />}
      <Board view={board} shared={shared} showMeeting={false} />
    </section>
  );
}
