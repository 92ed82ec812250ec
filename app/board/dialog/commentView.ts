/** Comments as the dialog shows them: stored ones with unsent changes, then unsent ones. */
import type { BoardAuthor } from "#contracts/board.ts";
import type { Line } from "#contracts/lines.ts";
import type { LineView } from "../../chat/lineView.ts";
import type { OutboxItem } from "../../chat/outbox.ts";
import { isNetworkError } from "../../lib/transientErrors.ts";
import type { LineDisplay } from "../../translation/resolveTranslation.ts";

export interface CommentView extends LineView {
  /** The comment that the reader has not sent yet. Null: all are stored. */
  readonly unsent: OutboxItem["write"]["kind"] | null;
}

interface CommentSources {
  readonly lines: readonly Line[];
  readonly authors: readonly BoardAuthor[];
  readonly items: readonly OutboxItem[];
  /** User id of the reader. */
  readonly me: string;
  displayOf(line: Line): LineDisplay;
}

/** The state of a write below its text. A network error is retried without a click. */
const deliveryOf = ({ state }: OutboxItem): Pick<LineView, "delivery" | "failure"> =>
  state.name === "pending"
    ? { delivery: "pending" }
    : { delivery: isNetworkError(state.error) ? "held" : "failed", failure: state.error.code };

export function toCommentViews({ lines, authors, items, me, displayOf }: CommentSources): readonly CommentView[] {
  const byId = new Map(authors.map((author) => [author.user_id, author]));
  const writes = new Map(items.map((item) => [item.write.id, item]));
  const authorOf = (userId: string) => ({
    authorColour: byId.get(userId)?.colour ?? 1,
    authorName: byId.get(userId)?.display_name ?? "",
    isMe: userId === me,
  });
  const stored = lines.flatMap((line): CommentView[] => {
    const item = writes.get(line.id);
    // A comment that is being deleted is hidden, unless its deletion was rejected.
    if (item?.write.kind === "remove" && item.state.name === "pending") return [];
    const change = item !== undefined && item.write.kind !== "post" ? item : null;
    const edited = change?.write.kind === "edit" ? change.write : null;
    return [
      {
        id: line.id,
        ...authorOf(line.author),
        time: Date.parse(line.created_at),
        language: edited?.language ?? line.language,
        original: edited?.text ?? line.text,
        display: displayOf(line),
        edited: line.edited || edited !== null,
        ...(change === null ? { delivery: "sent" } : deliveryOf(change)),
        unsent: change?.write.kind ?? null,
      },
    ];
  });
  const storedIds = new Set(lines.map(({ id }) => id));
  const unsent = items.flatMap((item): CommentView[] =>
    item.write.kind === "post" && !storedIds.has(item.write.id)
      ? [
          {
            id: item.write.id,
            ...authorOf(me),
            time: item.write.writtenAt,
            language: item.write.language,
            original: item.write.text,
            display: { kind: "original" },
            ...deliveryOf(item),
            unsent: "post",
          },
        ]
      : [],
  );
  return [...stored, ...unsent];
}
