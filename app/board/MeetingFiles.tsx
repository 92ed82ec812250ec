import { useRevalidator } from "@remix-run/react";
import { useMemo } from "react";
import type { Language } from "#contracts/languages.ts";
import { pageHttp } from "~/auth/pageHttp.ts";
import { pageSession } from "~/auth/pageSession.ts";
import { DropFrame } from "~/files/DropFrame.tsx";
import type { FileTrayOptions } from "~/files/fileRequest.ts";
import { LazyFileDropArea } from "~/files/lazy.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { systemClock } from "~/lib/clock.ts";
import type { PublicEnv } from "~/lib/loadContext.ts";
import { createRpc } from "~/lib/rpc.ts";
import { Button } from "~/ui/Button.tsx";
import { Board } from "./Board.tsx";
import type { BoardView } from "./boardView.ts";

interface MeetingFilesProps {
  board: BoardView;
  env: PublicEnv;
  meetingId: string;
  /** The language of the reader's file names. */
  speaks: Language;
}

/** The files of one meeting, with an area for more. They need no call. */
export function MeetingFiles({ board, env, meetingId, speaks }: MeetingFilesProps) {
  const t = useMessages();
  const { revalidate } = useRevalidator();
  const options = useMemo((): FileTrayOptions => {
    const http = pageHttp(env);
    return {
      ...{ http, rpc: createRpc(http), clock: systemClock, newId: () => crypto.randomUUID() },
      ...{ supabaseUrl: env.supabaseUrl, publishableKey: env.publishableKey },
      accessToken: (token) => pageSession().accessToken(token),
      place: () => ({ p_meeting_id: meetingId }),
      spokenLanguage: () => speaks,
      onShared: revalidate,
    };
  }, [env, meetingId, speaks, revalidate]);
  return (
    <section aria-labelledby="files" className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-5 border-t border-line pt-6">
      <h2 id="files" className="text-22 leading-snug font-head tracking-head">
        {t("board.title")}
      </h2>
      {board.mayAdd && (
        <LazyFileDropArea
          fallback={
            <DropFrame text={t("board.add.text")}>
              <Button disabled>{t("files.choose")}</Button>
            </DropFrame>
          }
        >
          {({ FileDropArea }) => <FileDropArea options={options} text={t("board.add.text")} />}
        </LazyFileDropArea>
      )}
      <Board view={board} showMeeting={false} />
    </section>
  );
}
