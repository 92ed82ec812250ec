import MessageSquare from "lucide-react/icons/message-square";
import { LANGUAGES } from "#contracts/languages.ts";
import { useFileDescription } from "~/files/useFileDescription.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import type { DateFormatter } from "~/lib/dates.ts";
import { Avatar } from "~/ui/Avatar.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { MeetingTitle } from "~/ui/MeetingTitle.tsx";
import type { BoardCard } from "../boardView.ts";
import { preloadFileDialog } from "../lazy.tsx";
import { useOpenFile } from "../useFileAddress.ts";

interface FileCaptionProps {
  card: BoardCard;
  times: DateFormatter;
  now: number;
  /** True if the page has the files of several meetings. */
  showMeeting: boolean;
}

/**
 * The name of a file, its sharer, date, type and size. A click opens its dialog; without scripts the link downloads the file.
 */
export function FileCaption({ card, times, now, showMeeting }: FileCaptionProps) {
  const { id, name, original, file, author, meeting, sharedAt, comments, unseenComments } = card;
  const openFile = useOpenFile(id);
  const t = useMessages();
  const format = useFormatters();
  const describeFile = useFileDescription();
  return (
    <div className="grid min-w-0 gap-1.5">
      <a
        href={`/files/${id}`}
        target="_blank"
        rel="noopener"
        data-file-link={id}
        onClick={openFile}
        onPointerEnter={preloadFileDialog}
        onFocus={preloadFileDialog}
        className="line-clamp-2 text-14 leading-snug font-strong text-ink wrap-anywhere no-underline after:absolute after:inset-0 hover:underline"
      >
        <bdi lang={name.language} dir={LANGUAGES[name.language].dir}>
          {name.text}
        </bdi>
      </a>
      {original && (
        <p className="text-13 leading-snug text-ink-soft">
          {t("board.from", { language: format.languageName(original.language) })}
        </p>
      )}
      <p className="text-13 leading-snug text-ink-soft">{describeFile(file)}</p>
      <p className="flex items-center gap-2 text-13 leading-snug text-ink-soft">
        <Avatar colour={author.colour} name={author.name} size="s" />
        <span className="min-w-0">
          {author.name !== "" && (
            <>
              <bdi>{author.name}</bdi> ·{" "}
            </>
          )}
          <time dateTime={new Date(sharedAt).toISOString()}>{times.date(sharedAt, now)}</time>
        </span>
      </p>
      {comments > 0 && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 leading-snug text-ink-soft">
          <span className="inline-flex items-center gap-1.5">
            <MessageSquare className="size-4" />
            {t("board.comments", { count: comments })}
          </span>
          {unseenComments > 0 && <Chip tone="accent">{t("fileNotices.count", { count: unseenComments })}</Chip>}
        </p>
      )}
      {showMeeting && (
        <p className="truncate text-13 leading-snug text-ink-soft">
          <MeetingTitle {...meeting} />
        </p>
      )}
    </div>
  );
}
