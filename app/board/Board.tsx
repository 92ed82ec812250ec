import Files from "lucide-react/icons/files";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useDateFormatter } from "~/lib/useDateFormatter.ts";
import { buttonClass } from "~/ui/Button.tsx";
import { EmptyState } from "~/ui/EmptyState.tsx";
import type { BoardView } from "./boardView.ts";
import { CommentNotices } from "./CommentNotices.tsx";
import { BoardFilters } from "./components/BoardFilters.tsx";
import { FileDialogSlot } from "./components/FileDialogSlot.tsx";
import { FileList } from "./components/FileList.tsx";
import { useBoardCards } from "./components/useBoardCards.ts";

interface BoardProps {
  view: BoardView;
  /** True if the page has the files of several meetings. */
  showMeeting: boolean;
}

/** The files of one meeting or of all: filters, cards or a list, and a button for more. */
export function Board({ view, showMeeting }: BoardProps) {
  const { filter, reader, now } = view;
  const t = useMessages();
  const times = useDateFormatter(reader);
  const { cards, unseen, morePath, loading, loadMore, live, replace } = useBoardCards(view);
  const dialog = (
    <FileDialogSlot onNeedMore={morePath === null ? null : loadMore} onReplace={replace} {...{ view, cards, live }} />
  );
  const isEmpty = cards.length === 0 && morePath === null;
  if (isEmpty && filter.kind === null)
    return (
      <>
        <EmptyState
          icon={<Files />}
          title={t("board.empty.title")}
          text={t("board.empty.text")}
          level={showMeeting ? 2 : 3}
        />
        {dialog}
      </>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {showMeeting && <CommentNotices files={unseen} />}
      <BoardFilters filter={filter} />
      {isEmpty ? (
        <p className="text-ink-soft">{t("board.none")}</p>
      ) : (
        <FileList cards={cards} view={filter.view} {...{ times, now, showMeeting }} />
      )}
      {morePath !== null && (
        <a
          href={morePath}
          aria-busy={loading}
          className={`${buttonClass()} justify-self-center`}
          onClick={(event) => {
            event.preventDefault();
            loadMore();
          }}
        >
          {t("board.more")}
        </a>
      )}
      {dialog}
    </div>
  );
}
