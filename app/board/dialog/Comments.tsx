import { useEffect, useRef, useState } from "react";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { useDateFormatter } from "~/lib/useDateFormatter.ts";
import { Button } from "~/ui/Button.tsx";
import { ErrorNotice } from "~/ui/ErrorNotice.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import { Skeleton } from "~/ui/Skeleton.tsx";
import type { BoardView } from "../boardView.ts";
import { CommentForm } from "./CommentForm.tsx";
import { CommentRow } from "./CommentRow.tsx";
import type { FileComments, FileCommentsSnapshot } from "./fileComments.ts";
import type { FileServices } from "./fileServices.ts";

interface CommentsProps {
  fileId: string;
  comments: FileComments;
  state: FileCommentsSnapshot;
  /** Null while it is unknown. */
  mayComment: boolean | null;
  view: BoardView;
  services: FileServices;
}

/** The comments on a file, each in the reader's language, and a field for another one. */
export function Comments({ fileId, comments, state, mayComment, view, services }: CommentsProps) {
  const t = useMessages();
  const format = useFormatters();
  const times = useDateFormatter(view.reader);
  const { loaded, comments: shown } = state;
  const announcement = useAnnouncement(state);
  const end = useRef<HTMLDivElement>(null);
  const unsentCount = shown.filter(({ unsent }) => unsent === "post").length;
  useEffect(() => {
    if (unsentCount > 0) end.current?.scrollIntoView({ block: "nearest" });
  }, [unsentCount]);
  return (
    <section aria-labelledby="comments" className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t border-line pt-5">
      <h3 id="comments" className="text-16 leading-snug font-head">
        {t("fileDialog.comments")}
        {shown.length > 0 && <span className="ms-2 font-normal text-ink-soft">{format.number(shown.length)}</span>}
      </h3>
      {loaded === null && shown.length === 0 && (
        <div aria-busy="true" className="grid gap-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      )}
      {loaded?.ok === false && (
        <ErrorNotice
          shape="row"
          code={loaded.error.code}
          action={
            <Button size="s" onClick={() => void comments.refresh()}>
              {t("action.retry")}
            </Button>
          }
        />
      )}
      {loaded?.ok && shown.length === 0 && (
        <p className="text-14 text-pretty text-ink-soft">{t("fileDialog.noComments")}</p>
      )}
      {shown.length > 0 && (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {shown.map((comment) => (
            <CommentRow
              key={comment.id}
              {...{ comment, comments, times, now: view.now, mayChange: mayComment === true }}
            />
          ))}
        </ol>
      )}
      {mayComment === true && (
        <CommentForm
          {...{ fileId, services, speaks: view.speaks, reads: view.reads }}
          onPost={(text, language) => comments.post(text, language)}
        />
      )}
      {mayComment === false && <p className="text-14 text-pretty text-ink-soft">{t("fileDialog.readOnly")}</p>}
      <div ref={end} />
      <LiveRegion message={announcement} />
    </section>
  );
}

/** Returns a sentence about the last comment of somebody else that arrived after the first ones. */
function useAnnouncement({ loaded, comments }: FileCommentsSnapshot): string {
  const t = useMessages();
  const known = useRef<ReadonlySet<string> | null>(null);
  const [message, setMessage] = useState("");
  useEffect(() => {
    if (loaded?.ok !== true) return;
    const latest = comments.findLast(({ isMe, id }) => !isMe && known.current?.has(id) === false);
    known.current = new Set(comments.map(({ id }) => id));
    if (latest) setMessage(t("fileDialog.newComment", { name: latest.authorName }));
  }, [loaded, comments, t]);
  return message;
}
