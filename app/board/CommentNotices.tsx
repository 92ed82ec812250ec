import MessageSquare from "lucide-react/icons/message-square";
import { LANGUAGES } from "#contracts/languages.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { Chip } from "~/ui/Chip.tsx";
import { Link } from "~/ui/Link.tsx";
import { MeetingTitle } from "~/ui/MeetingTitle.tsx";
import type { BoardCard } from "./boardView.ts";

interface CommentNoticesProps {
  files: readonly BoardCard[];
  className?: string;
}

/** The reader's files with new comments. Each link opens the dialog of the file, which has the comments. */
export function CommentNotices({ files, className = "" }: CommentNoticesProps) {
  const t = useMessages();
  if (files.length === 0) return null;
  return (
    <section aria-labelledby="new-comments" className={className}>
      <h2 id="new-comments" className="mb-2 flex items-center gap-2 text-18 leading-snug font-head">
        <MessageSquare className="size-5 flex-none text-accent" />
        {t("fileNotices.title")}
      </h2>
      <ul className="border-b border-line">
        {files.map(({ id, name, meeting, unseenComments }) => (
          <li
            key={id}
            className="relative flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-1 py-3 hover:bg-hover"
          >
            <span className="min-w-0 flex-1 basis-40 leading-snug">
              <Link
                to={`/files?file=${id}`}
                preventScrollReset
                className="line-clamp-1 font-strong text-ink wrap-anywhere no-underline after:absolute after:inset-0 hover:underline"
              >
                <bdi lang={name.language} dir={LANGUAGES[name.language].dir}>
                  {name.text}
                </bdi>
              </Link>
              <span className="block truncate text-13 text-ink-soft">
                <MeetingTitle {...meeting} />
              </span>
            </span>
            <Chip tone="accent">{t("fileNotices.count", { count: unseenComments })}</Chip>
          </li>
        ))}
      </ul>
    </section>
  );
}
