import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import FileX from "lucide-react/icons/file-x";
import { useEffect, useMemo, useRef } from "react";
import { LANGUAGES } from "#contracts/languages.ts";
import { useLocale, useMessages } from "~/i18n/I18nProvider.tsx";
import { LOCALES } from "~/i18n/locales.ts";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { ScreenDialog } from "~/ui/ScreenDialog.tsx";
import { Skeleton } from "~/ui/Skeleton.tsx";
import { useEventCallback } from "~/ui/useEventCallback.ts";
import { toCard } from "../boardCard.ts";
import type { BoardCard, BoardView } from "../boardView.ts";
import type { LiveBoard } from "../liveBoard.client.ts";
import { Comments } from "./Comments.tsx";
import { FileActions } from "./FileActions.tsx";
import { FileDetails } from "./FileDetails.tsx";
import { FileStage } from "./FileStage.tsx";
import { createFileServices } from "./fileServices.ts";
import { useFileComments } from "./useFileComments.ts";
import { useOpenedFile } from "./useOpenedFile.ts";
import { useSwipe } from "./useSwipe.ts";

interface FileDialogProps {
  open: boolean;
  id: string;
  /** The loaded card. Null if the board has not loaded the file. */
  card: BoardCard | null;
  /** The files beside it on the board. */
  previousId: string | null;
  nextId: string | null;
  view: BoardView;
  live: LiveBoard | null;
  /** User id of the reader. */
  me: string;
  onShow(id: string): void;
  onClose(): void;
  onReplace(id: string, card: BoardCard | null): void;
}

/** A file with its details and comments. Buttons, arrow keys and swipes show the files beside it. */
export function FileDialog(props: FileDialogProps) {
  const { open, id, card, previousId, nextId, view, live, me, onShow, onClose, onReplace } = props;
  const t = useMessages();
  const isMirrored = LOCALES[useLocale()].dir === "rtl";
  // biome-ignore lint/correctness/useExhaustiveDependencies: each load of the page's data has another view
  const services = useMemo(() => createFileServices(view, me), [view.env.supabaseUrl, view.reads, me]);
  const refreshComments = useEventCallback(async () => (await comments?.refresh()) ?? 0);
  const { opened, isGone, error, reload } = useOpenedFile({
    ...{ id, open, live, rpc: services.rpc, meetingId: card?.meeting.id ?? null, onComments: refreshComments },
  });
  // A card of the board shows that the file is there.
  const isThere = open && !isGone && (card !== null || opened !== null);
  const [comments, commentsState] = useFileComments(services, id, isThere);
  const shown = isGone ? null : ((opened && toCard(opened.file, opened.line, view.reads)) ?? card);

  const replace = useEventCallback(onReplace);
  const newest = opened && toCard(opened.file, opened.line, view.reads);
  const newestKey = JSON.stringify(newest);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `newestKey` is the content of `newest`
  useEffect(() => {
    if (isGone) replace(id, null);
    else if (newest !== null) replace(id, newest);
  }, [id, isGone, newestKey, replace]);
  useEffect(() => {
    if (opened !== null && opened.line.id === id) comments?.setFileLine(opened.line);
  }, [comments, opened, id]);

  // Comments count as seen once their owner has them on the screen.
  const { lastSeq } = commentsState;
  const isOwner = opened?.file.author.user_id === me;
  const seenSeq = open && isOwner && (opened?.file.unseen_comments ?? 0) > 0 ? lastSeq : null;
  useEffect(() => {
    if (seenSeq === null) return;
    const see = async () => {
      if (document.visibilityState !== "visible") return;
      await services.rpc("see_comments", { p_file_id: id, p_seq: seenSeq });
      reload();
    };
    void see();
    document.addEventListener("visibilitychange", see);
    return () => document.removeEventListener("visibilitychange", see);
  }, [seenSeq, id, services, reload]);

  const isZoomed = useRef(false);
  const go = (neighbour: string | null) => {
    isZoomed.current = false;
    if (neighbour !== null) onShow(neighbour);
  };
  const swipe = useSwipe((towards) => {
    if (!isZoomed.current) go((towards === "left") === isMirrored ? previousId : nextId);
  });
  function handleKeyDown(event: KeyboardEvent) {
    const { target, key } = event;
    if (event.defaultPrevented || event.repeat || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
    if (!(target instanceof Element) || target.closest("input, textarea, select, audio, video, [role=menu]")) return;
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    event.preventDefault();
    go((key === "ArrowLeft") === isMirrored ? nextId : previousId);
  }

  const name = commentsState.name?.kind === "translated" && shown?.original === null ? commentsState.name : null;
  const title = name ?? shown?.name ?? null;
  return (
    <ScreenDialog
      open={open}
      onClose={onClose}
      onKeyDown={handleKeyDown}
      finalFocus={() => document.querySelector<HTMLElement>(`a[data-file-link="${id}"]`)}
      title={
        title === null ? (
          t(isGone ? "fileDialog.gone.title" : "fileDialog.title")
        ) : (
          <bdi lang={title.language} dir={LANGUAGES[title.language].dir}>
            {title.text}
          </bdi>
        )
      }
      tools={
        <div className="flex rtl:flex-row-reverse">
          <IconButton
            label={t(isMirrored ? "fileDialog.next" : "fileDialog.previous")}
            icon={<ChevronLeft />}
            className="disabled:border-transparent! disabled:bg-transparent!"
            disabled={(isMirrored ? nextId : previousId) === null}
            onClick={() => go(isMirrored ? nextId : previousId)}
          />
          <IconButton
            label={t(isMirrored ? "fileDialog.previous" : "fileDialog.next")}
            icon={<ChevronRight />}
            className="disabled:border-transparent! disabled:bg-transparent!"
            disabled={(isMirrored ? previousId : nextId) === null}
            onClick={() => go(isMirrored ? previousId : nextId)}
          />
        </div>
      }
    >
      <div
        data-file-dialog=""
        className="grid grid-cols-[minmax(0,1fr)] content-start overflow-auto overscroll-contain min-[64rem]:grid-cols-[minmax(0,1fr)_24rem] min-[64rem]:grid-rows-[minmax(0,1fr)] min-[64rem]:overflow-hidden"
      >
        <div
          {...swipe}
          data-file-stage={id}
          className="relative h-[52dvh] min-h-60 touch-pan-y overflow-hidden bg-sunken last:min-[64rem]:col-span-2 min-[64rem]:h-auto min-[64rem]:min-h-0"
        >
          {isGone ? (
            <div
              role="alert"
              className="grid size-full place-content-center justify-items-center gap-3 p-6 text-center"
            >
              <FileX className="size-12 text-ink-soft" strokeWidth={1.25} />
              <p className="max-w-sm text-pretty text-ink-soft">{t("fileDialog.gone.text")}</p>
              <Button onClick={onClose}>{t("action.close")}</Button>
            </div>
          ) : shown === null ? (
            <Skeleton className="pointer-events-none size-full rounded-none!" />
          ) : (
            <FileStage
              key={id}
              card={shown}
              signFile={services.signFile}
              onZoom={(zoomed) => {
                isZoomed.current = zoomed;
              }}
            />
          )}
        </div>
        {!isGone && (
          <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 border-line p-4 max-[64rem]:border-t min-[64rem]:overflow-auto min-[64rem]:overscroll-contain min-[64rem]:border-s min-[64rem]:p-5">
            {error !== null && (
              <ErrorNotice
                shape="row"
                code={error}
                action={
                  <Button size="s" onClick={reload}>
                    {t("action.retry")}
                  </Button>
                }
              />
            )}
            {shown === null ? (
              error === null && [1, 2, 3].map((row) => <Skeleton key={row} className="h-6" />)
            ) : (
              <>
                <FileActions
                  key={`${id}-actions`}
                  card={shown}
                  mayDelete={opened?.may_delete === true}
                  services={services}
                  onDeleted={() => {
                    onReplace(id, null);
                    const neighbour = nextId ?? previousId;
                    if (neighbour === null) onClose();
                    else go(neighbour);
                  }}
                />
                <FileDetails card={shown} name={title ?? shown.name} view={view} />
                {comments !== null && (
                  <Comments
                    key={`${id}-comments`}
                    {...{ comments, view, services, fileId: id }}
                    state={commentsState}
                    mayComment={opened?.may_comment ?? null}
                  />
                )}
              </>
            )}
          </div>
        )}
      </div>
    </ScreenDialog>
  );
}
