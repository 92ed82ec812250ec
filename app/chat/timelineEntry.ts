/** Combines stored lines with pending writes into the entries of the timeline. */
import type { Failure } from "#contracts/errors.ts";
import type { SharedFile } from "#contracts/files.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line, Mark, Reactions } from "#contracts/lines.ts";
import { reuseIfShallowEqual } from "../lib/store.ts";
import { isTransientError } from "../lib/transientErrors.ts";
import type { LineDisplay } from "../translation/resolveTranslation.ts";
import type { LineCollection } from "./core/lineCollection.ts";
import type { LineWrite } from "./core/storedWrites.ts";
import type { OutboxItem } from "./outbox.ts";

type PostWrite = Extract<LineWrite, { kind: "post" }>;
type ChangeWrite = Exclude<LineWrite, { kind: "post" }>;

/** The number of captions that a page holds. */
export const MAX_SPEECH_LINES = 200;
/** A line without a translation counts as late after this time. */
export const COVERAGE_GRACE_MS = 5_000;

export interface TimelineEntry {
  /** Stays the same when the line is sent. */
  readonly id: string;
  readonly kind: Line["kind"];
  /** User id. */
  readonly author: string;
  readonly mine: boolean;
  readonly language: Language;
  /** Includes an own edit that is still pending. */
  readonly text: string;
  /** Milliseconds since the epoch, by the server's clock once the line is stored. */
  readonly at: number;
  readonly delivery:
    | { readonly state: "sent"; readonly seq: number }
    | { readonly state: "pending" }
    | { readonly state: "failed"; readonly error: Failure };
  readonly display: LineDisplay;
  /** Id of the quoted line, which may not be loaded. */
  readonly replyTo: string | null;
  /** User ids. */
  readonly mentions: readonly string[];
  readonly forwarded: boolean;
  readonly edited: boolean;
  /** User id of the author of the current correction. */
  readonly correctedBy: string | null;
  /** Open proposals for another wording. */
  readonly proposals: number;
  readonly mark: Mark | null;
  readonly file: SharedFile | null;
  readonly deleted: boolean;
  /** Whether the line is ephemeral: the server stores no row. */
  readonly fleeting: boolean;
  readonly reactions: Reactions;
  /** The pending or rejected action of the local participant. */
  readonly action: LineAction | null;
}

export type LineActionName = "edit" | "remove" | "react" | "report" | "retranslate";

export type LineAction =
  | { readonly name: LineActionName; readonly state: "pending" }
  | { readonly name: "report" | "retranslate"; readonly state: "done" }
  /** Rejected: the line is unchanged. `text` is the rejected text of an edit. */
  | { readonly name: LineActionName; readonly state: "refused"; readonly error: Failure; readonly text: string | null };

export interface TimelineEntriesOptions {
  /** User id of the local participant. */
  readonly me: string;
  readonly lines: LineCollection;
  readonly pending: readonly OutboxItem[];
  readonly displayOf: (line: Line) => LineDisplay;
  readonly reactionsOf: (line: Line) => Reactions;
  readonly actionOf: (line: Line) => LineAction | null;
}

/** Returns stored lines in the server's order, then unsent lines. Unchanged entries of `previous` are reused. */
export function buildEntries(
  options: TimelineEntriesOptions,
  previous: readonly TimelineEntry[],
): readonly TimelineEntry[] {
  const { me, lines, pending, displayOf, reactionsOf, actionOf } = options;
  const previousById = new Map(previous.map((entry) => [entry.id, entry]));
  const changes = new Map(pending.map((item) => [item.write.id, item]));
  return [
    ...lines.ordered.map((line) => {
      const context = {
        mine: line.author === me,
        display: displayOf(line),
        reactions: reactionsOf(line),
        change: changeOf(changes.get(line.id)),
        action: actionOf(line),
      };
      return entryOf(line, context, previousById.get(line.id));
    }),
    ...pending.flatMap(({ write, state }) =>
      write.kind === "post" && !lines.byId.has(write.id)
        ? [pendingEntry(write, state, me, previousById.get(write.id))]
        : [],
    ),
  ];
}

interface EntryContext {
  readonly mine: boolean;
  readonly display: LineDisplay;
  readonly reactions: Reactions;
  /** An unsent edit or removal. `refused`: it was rejected, and the line is unchanged. */
  readonly change: { readonly write: ChangeWrite; readonly refused: Failure | null } | undefined;
  readonly action: LineAction | null;
}

const ORIGINAL_DISPLAY: LineDisplay = { kind: "original" };
const NO_REACTIONS: Reactions = [];

function entryOf(line: Line, context: EntryContext, previous: TimelineEntry | undefined): TimelineEntry {
  const { id, kind, author, seq, forwarded, fleeting } = line;
  const { mine, change } = context;
  const write = change?.refused === null ? change.write : undefined;
  const deleted = line.deleted || write?.kind === "remove";
  const edit = write?.kind === "edit" && !deleted ? write : null;
  const action = change === undefined ? context.action : actionForChange(change.write, change.refused);
  return reuseIfShallowEqual(previous, {
    ...{ id, kind, author, mine, forwarded, deleted, fleeting },
    language: edit?.language ?? line.language,
    text: deleted ? "" : (edit?.text ?? line.text),
    at: Date.parse(line.created_at),
    delivery: reuseIfShallowEqual<TimelineEntry["delivery"]>(previous?.delivery, { state: "sent", seq }),
    display: deleted ? ORIGINAL_DISPLAY : context.display,
    replyTo: deleted ? null : line.reply_to,
    mentions: edit?.mentions ?? line.mentions,
    edited: line.edited || edit !== null,
    correctedBy: line.corrected_by,
    proposals: line.proposals,
    mark: deleted || line.mark === null ? null : reuseIfShallowEqual<Mark>(previous?.mark ?? undefined, line.mark),
    file:
      deleted || line.file === null ? null : reuseIfShallowEqual<SharedFile>(previous?.file ?? undefined, line.file),
    reactions: deleted ? NO_REACTIONS : context.reactions,
    action: action === null ? null : reuseIfShallowEqual<LineAction>(previous?.action ?? undefined, action),
  });
}

function changeOf(pending: OutboxItem | undefined): EntryContext["change"] {
  if (pending === undefined || pending.write.kind === "post") return undefined;
  const { write, state } = pending;
  return { write, refused: state.name === "failed" && !isTransientError(state.error) ? state.error : null };
}

function actionForChange(write: ChangeWrite, error: Failure | null): LineAction {
  const name = write.kind;
  if (error === null) return { name, state: "pending" };
  return { name, state: "refused", error, text: write.kind === "edit" ? write.text : null };
}

function pendingEntry(
  { id, text, language, replyTo, mentions, writtenAt }: PostWrite,
  state: OutboxItem["state"],
  me: string,
  previous: TimelineEntry | undefined,
): TimelineEntry {
  return reuseIfShallowEqual(previous, {
    ...{
      id,
      kind: "chat",
      author: me,
      mine: true,
      language,
      text,
      at: writtenAt,
      display: ORIGINAL_DISPLAY,
      replyTo,
      mentions,
    },
    ...{
      correctedBy: null,
      proposals: 0,
      mark: null,
      file: null,
      forwarded: false,
      edited: false,
      deleted: false,
      fleeting: false,
      reactions: NO_REACTIONS,
      action: null,
    },
    delivery: reuseIfShallowEqual<TimelineEntry["delivery"]>(
      previous?.delivery,
      state.name === "pending" ? { state: "pending" } : { state: "failed", error: state.error },
    ),
  });
}
