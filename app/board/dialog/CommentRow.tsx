import Pencil from "lucide-react/icons/pencil";
import RotateCw from "lucide-react/icons/rotate-cw";
import Trash2 from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { LINE_ACTION_CLASS, LineNote, LineText } from "~/chat/LineText.tsx";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import { Avatar } from "~/ui/Avatar.tsx";
import { Button } from "~/ui/Button.tsx";
import { errorText } from "~/ui/errorMessages.tsx";
import { IconButton } from "~/ui/IconButton.tsx";
import { CommentEditForm } from "./CommentEditForm.tsx";
import type { CommentView } from "./commentView.ts";
import type { FileComments } from "./fileComments.ts";

interface CommentRowProps {
  comment: CommentView;
  comments: FileComments;
  times: DateFormatter;
  now: number;
  /** The reader may write on the board, so own comments can be edited and deleted. */
  mayChange: boolean;
}

/** A comment like a line of the chat. Its author edits and deletes it in place. */
export function CommentRow({ comment, comments, times, now, mayChange }: CommentRowProps) {
  const t = useMessages();
  const { id, authorColour, authorName, isMe, time, delivery, failure, unsent } = comment;
  const [originalOpen, setOriginalOpen] = useState(false);
  const [panel, setPanel] = useState<"edit" | "delete" | null>(null);
  const canChange = mayChange && isMe && unsent === null && panel === null;
  return (
    <li
      data-person={authorColour}
      data-comment={id}
      className="grid grid-cols-[32px_minmax(0,1fr)] gap-x-3 transition-[opacity,translate] duration-(--calm) starting:translate-y-2 starting:opacity-0"
    >
      <Avatar colour={authorColour} name={authorName} />
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start">
        <div className="flex w-full items-center gap-2 leading-snug">
          <bdi className="min-w-0 truncate font-strong text-person">{isMe ? t("chat.you") : authorName}</bdi>
          <time dateTime={new Date(time).toISOString()} className="flex-none text-13 text-ink-soft">
            {times.date(time, now) === times.date(now, now) ? times.shortTime(time) : times.date(time, now)}
          </time>
          {comment.edited && <span className="flex-none text-13 text-ink-soft">{t("chat.edited")}</span>}
          {canChange && (
            <span className="-my-2 ms-auto flex flex-none">
              <IconButton
                size="s"
                label={t("fileDialog.comment.edit")}
                icon={<Pencil className="size-4" />}
                onClick={() => setPanel("edit")}
                className="text-ink-soft"
              />
              <IconButton
                size="s"
                label={t("fileDialog.comment.delete")}
                icon={<Trash2 className="size-4" />}
                onClick={() => setPanel("delete")}
                className="text-ink-soft"
              />
            </span>
          )}
        </div>
        {panel === "edit" ? (
          <CommentEditForm
            comment={comment}
            onSave={(text) => {
              comments.edit(id, text, comment.language);
              setPanel(null);
            }}
            onClose={() => setPanel(null)}
          />
        ) : (
          <LineText line={comment} open={originalOpen} onOpenChange={setOriginalOpen} />
        )}
        {panel === "delete" && (
          <div role="alert" data-own-escape="" className="mt-2 flex flex-wrap items-center gap-2 text-14 leading-snug">
            <p className="basis-full">{t("fileDialog.comment.deleteText")}</p>
            <Button
              size="s"
              variant="danger"
              onClick={() => {
                comments.remove(id);
                setPanel(null);
              }}
            >
              {t("fileDialog.comment.confirm")}
            </Button>
            <Button size="s" onClick={() => setPanel(null)}>
              {t("fileDialog.cancel")}
            </Button>
          </div>
        )}
        {delivery === "pending" && <LineNote className="appear-late">{t("chat.sending")}</LineNote>}
        {(delivery === "failed" || delivery === "held") && (
          <div role="alert" className="mt-1 text-13 leading-snug text-danger">
            {/* A network error is retried without a click. */}
            <p>
              {delivery === "held" ? t("chat.notSentYet") : t("chat.notSent")}{" "}
              {delivery === "failed" && failure && errorText(t, failure)}
            </p>
            <button type="button" onClick={() => comments.retry(id)} className={`-ms-2 ${LINE_ACTION_CLASS}`}>
              <RotateCw className="size-4" />
              {t("chat.sendAgain")}
            </button>
            <button type="button" onClick={() => comments.discard(id)} className={LINE_ACTION_CLASS}>
              <X className="size-4" />
              {t("chat.discard")}
            </button>
          </div>
        )}
      </div>
    </li>
  );
}
