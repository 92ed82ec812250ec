import type { ReactNode } from "react";
import { LANGUAGES, type Language } from "#contracts/languages.ts";
import { useFileDescription } from "~/files/useFileDescription.ts";
import { useFormatters, useMessages } from "~/i18n/I18nProvider.tsx";
import { useDateFormatter } from "~/lib/useDateFormatter.ts";
import { Avatar } from "~/ui/Avatar.tsx";
import { Link } from "~/ui/Link.tsx";
import { MeetingTitle } from "~/ui/MeetingTitle.tsx";
import type { BoardCard, BoardView } from "../boardView.ts";

interface FileDetailsProps {
  card: BoardCard;
  /** The name for the reader. */
  name: { readonly text: string; readonly language: Language };
  view: BoardView;
}

/** The details of a file. A translated name has the original beside it. */
export function FileDetails({ card, name, view }: FileDetailsProps) {
  const { file, kind, author, meeting, sharedAt } = card;
  const original = card.original ?? (name.text === card.name.text ? null : card.name);
  const t = useMessages();
  const format = useFormatters();
  const times = useDateFormatter(view.reader);
  const describeFile = useFileDescription();
  return (
    <section aria-label={t("fileDialog.details")}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 text-14 leading-snug">
        <Detail label={t("fileDialog.name")}>
          <span className="font-strong">
            <Name {...name} />
          </span>
        </Detail>
        {original && (
          <Detail label={t("fileDialog.original")}>
            <Name {...original} />{" "}
            <span className="text-13 text-ink-soft">
              {t("board.from", { language: format.languageName(original.language) })}
            </span>
          </Detail>
        )}
        <Detail label={t("board.kind")}>
          {t(`fileDialog.kind.${kind}`)} <span className="text-ink-soft">{describeFile(file)}</span>
        </Detail>
        <Detail label={t("fileDialog.by")}>
          <span className="inline-flex max-w-full items-center gap-2">
            <Avatar colour={author.colour} name={author.name} size="s" />
            <bdi className="truncate">{author.name}</bdi>
          </span>
        </Detail>
        <Detail label={t("fileDialog.meeting")}>
          <Link to={`/meetings/${meeting.id}`} className="text-accent wrap-anywhere">
            <MeetingTitle {...meeting} />
          </Link>
        </Detail>
        <Detail label={t("fileDialog.time")}>
          <time dateTime={new Date(sharedAt).toISOString()}>
            {times.fullDate(sharedAt)} · {times.shortTime(sharedAt)}
          </time>
        </Detail>
      </dl>
    </section>
  );
}

const Name = ({ text, language }: FileDetailsProps["name"]) => (
  <bdi lang={language} dir={LANGUAGES[language].dir} className="wrap-anywhere">
    {text}
  </bdi>
);

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
