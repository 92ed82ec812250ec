/** The lines as one person sees them, made from what the server has and what is still under way. */
import type { Failure } from "#contracts/errors.ts";
import type { SharedFile } from "#contracts/files.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line, Mark, Reactions } from "#contracts/lines.ts";
import { reuseIfShallowEqual } from "../lib/store.ts";
import { isTransientError } from "../lib/transientErrors.ts";
import type { LineDisplay } from "../translation/resolveTranslation.ts";
import type { LineCollection } from "./core/lineCollection.ts";
import type { OutboxItem } from "./core/outbox.ts";
import type { LineWrite } from "./core/storedWrites.ts";

type PostWrite = Extract<LineWrite, { kind: "post" }>;
type ChangeWrite = Exclude<LineWrite, { kind: "post" }>;

export interface TimelineEntry {
  /** The same before and after the line is sent. */
  readonly id: string;
  readonly kind: Line["kind"];
  /** User id. */
  readonly author: string;
  readonly mine: boolean;
  readonly language: Language;
  /** One's own other words stand here at once. */
  readonly text: string;
  /** Milliseconds since the epoch: by the server once it has the line. */
  readonly at: number;
  readonly delivery:
    | { readonly state: "sent"; readonly seq: number }
    | { readonly state: "pending" }
    | { readonly state: "failed"; readonly error: Failure };
  readonly display: LineDisplay;
  /** Id of the line that it answers; who came later may not have it. */
  readonly replyTo: string | null;
  /** User ids. */
  readonly mentions: readonly string[];
  readonly forwarded: boolean;
  readonly edited: boolean;
  /** User id of whose the present words are, when it was corrected. */
  readonly correctedBy: string | null;
  readonly mark: Mark | null;
  readonly file: SharedFile | null;
  readonly deleted: boolean;
  /** The server keeps no row of it. */
  readonly fleeting: boolean;
  readonly reactions: Reactions;
  /** What this person does to the line, or was refused. */
  readonly action: LineAction | null;
}

export type LineActionName = "edit" | "remove" | "react" | "report" | "retranslate";

export type LineAction =
  | { readonly name: LineActionName; readonly state: "pending" }
  | { readonly name: "report" | "retranslate"; readonly state: "done" }
  /** It stands as before. `text`: the words that were refused. */
  | { readonly name: LineActionName; readonly state: "refused"; readonly error: Failure; readonly text: string | null };

export interface TimelineEntriesOptions {
  /** User id of this person. */
  readonly me: string;
  readonly lines: LineCollection;
  readonly pending: readonly OutboxItem[];
  readonly displayOf: (line: Line) => LineDisplay;
  readonly reactionsOf: (line: Line) => Reactions;
  readonly actionOf: (line: Line) => LineAction | null;
}

/** What the server has, in its order; after it what is not sent yet. Whatever is as in `before` is the same object. */
export function buildEntries(
  options: TimelineEntriesOptions,
  before: readonly TimelineEntry[],
): readonly TimelineEntry[] {
  const { me, lines, pending, displayOf, reactionsOf, actionOf } = options;
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const changes = new Map(pending.map((one) => [one.write.id, one]));
  return [
    ...lines.ordered.map((line) => {
      const around = {
        mine: line.author === me,
        display: displayOf(line),
        reactions: reactionsOf(line),
        change: changeOf(changes.get(line.id)),
        action: actionOf(line),
      };
      return entryOf(line, around, known.get(line.id));
    }),
    ...pending.flatMap(({ write, state }) =>
      write.kind === "post" && !lines.byId.has(write.id) ? [pendingEntry(write, state, me, known.get(write.id))] : [],
    ),
  ];
}

interface EntryContext {
  readonly mine: boolean;
  readonly display: LineDisplay;
  readonly reactions: Reactions;
  /** An edit or a removal that the server does not have yet; `refused`: it stands as before. */
  readonly change: { readonly write: ChangeWrite; readonly refused: Failure | null } | undefined;
  readonly action: LineAction | null;
}

const ORIGINAL_DISPLAY: LineDisplay = { kind: "original" };
const NO_REACTIONS: Reactions = [];

function entryOf(line: Line, context: EntryContext, known: TimelineEntry | undefined): TimelineEntry {
  const { id, kind, author, seq, forwarded, fleeting } = line;
  const { mine, change } = context;
  const write = change?.refused === null ? change.write : undefined;
  const deleted = line.deleted || write?.kind === "remove";
  const edit = write?.kind === "edit" && !deleted ? write : null;
  const act = change === undefined ? context.action : actionForChange(change.write, change.refused);
  return reuseIfShallowEqual(known, {
    ...{ id, kind, author, mine, forwarded, deleted, fleeting },
    language: edit?.language ?? line.language,
    text: deleted ? "" : (edit?.text ?? line.text),
    at: Date.parse(line.created_at),
    delivery: reuseIfShallowEqual<TimelineEntry["delivery"]>(known?.delivery, { state: "sent", seq }),
    display: deleted ? ORIGINAL_DISPLAY : context.display,
    replyTo: deleted ? null : line.reply_to,
    mentions: edit?.mentions ?? line.mentions,
    edited: line.edited || edit !== null,
    correctedBy: line.corrected_by,
    mark: deleted || line.mark === null ? null : reuseIfShallowEqual<Mark>(known?.mark ?? undefined, line.mark),
    file: deleted || line.file === null ? null : reuseIfShallowEqual<SharedFile>(known?.file ?? undefined, line.file),
    reactions: deleted ? NO_REACTIONS : context.reactions,
    action: act === null ? null : reuseIfShallowEqual<LineAction>(known?.action ?? undefined, act),
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
  known: TimelineEntry | undefined,
): TimelineEntry {
  return reuseIfShallowEqual(known, {
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
      known?.delivery,
      state.name === "pending" ? { state: "pending" } : { state: "failed", error: state.error },
    ),
  });
}
