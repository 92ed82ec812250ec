import Files from "lucide-react/icons/files";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { useDateFormatter } from "~/lib/useDateFormatter.ts";
import { buttonClass } from "~/ui/Button.tsx";
import { EmptyState } from "~/ui/EmptyState.tsx";
import { Link } from "~/ui/Link.tsx";
import { LiveRegion } from "~/ui/LiveRegion.tsx";
import { type BoardView, isFiltered } from "./boardView.ts";
import { CommentNotices } from "./CommentNotices.tsx";
import { BoardFilters } from "./components/BoardFilters.tsx";
import { FileDialogSlot } from "./components/FileDialogSlot.tsx";
import { FileList } from "./components/FileList.tsx";
import { useBoardCards } from "./components/useBoardCards.ts";
import { useNearScreen } from "./components/useNearScreen.ts";

interface BoardProps {
  view: BoardView;
  /** True if the page has the files of several meetings. */
  showMeeting: boolean;
  /** The file that the reader shared last on this page. */
  shared: string | null;
}

const NO_CHOICES = { people: [], languages: [], meetings: [] };

/** The files of one meeting or of all: filters, cards or a list. More files load near the end, or by a button. */
export function Board({ view, showMeeting, shared }: BoardProps) {
  const { filter, reader, now } = view;
  const t = useMessages();
  const times = useDateFormatter(reader);
  const { cards, choices, unseen, morePath, loading, loadMore, live, replace } = useBoardCards(view, shared);
  const dialog = (
    <FileDialogSlot onNeedMore={morePath === null ? null : loadMore} onReplace={replace} {...{ view, cards, live }} />
  );
  const more = useNearScreen<HTMLAnchorElement>(loading ? null : morePath, loadMore);
  const filtered = isFiltered(filter);
  const isEmpty = cards.length === 0 && morePath === null;
  const found = t(morePath === null ? "board.found" : "board.foundMore", { count: cards.length });
  // A count that grows while the person scrolls is no news.
  const first = t(view.after === null ? "board.found" : "board.foundMore", { count: view.cards.length });
  if (isEmpty && !filtered)
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
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {showMeeting && <CommentNotices files={unseen} />}
      <BoardFilters filter={filter} choices={choices ?? NO_CHOICES} />
      <LiveRegion message={filtered ? first : ""} />
      {filtered && (
        <p className="flex flex-wrap items-baseline gap-x-3 text-14 text-ink-soft">
          {isEmpty ? t("board.none") : found}
          <Link to={filter.view === "list" ? "?view=list" : "?"} replace preventScrollReset className="text-accent">
            {t("board.clear")}
          </Link>
        </p>
      )}
      {!isEmpty && (
        <FileList cards={cards} view={filter.view} complete={morePath === null} {...{ times, now, showMeeting }} />
      )}
      {morePath !== null && (
        <a
          ref={more}
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
