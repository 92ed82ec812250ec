import { useState } from "react";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { AddFilesToMeeting } from "./AddFiles.tsx";
import { Board } from "./Board.tsx";
import type { BoardView } from "./boardView.ts";

/** The page `/files`: the files of all meetings of a person. */
export function FilesScreen({ board }: { board: BoardView }) {
  const t = useMessages();
  const { env, speaks, places } = board;
  const [shared, setShared] = useState<string | null>(null);
  return (
    <>
      <header className="mb-4">
        <h1 className="text-28 leading-tight font-head tracking-head min-[48rem]:text-36">{t("board.title")}</h1>
        <p className="mt-1 text-ink-soft">{t("board.text")}</p>
      </header>
      {places.length > 0 && <AddFilesToMeeting {...{ env, speaks, places }} onShared={setShared} />}
      <Board view={board} shared={shared} showMeeting />
    </>
  );
}
