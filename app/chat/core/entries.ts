/** The lines as one person sees them, made from what the server has and what is still under way. */
import type { Failure } from "#contracts/errors.ts";
import type { SharedFile } from "#contracts/files.ts";
import type { Language } from "#contracts/languages.ts";
import type { Line, Mark, Reactions } from "#contracts/lines.ts";
import type { Shown } from "../../languages/core/index.ts";
import { keepObject } from "../../platform/store.ts";
import type { Lines } from "./lines.ts";
import type { Pending, Write } from "./outbox.ts";
import { passing } from "./passing.ts";

type Post = Extract<Write, { kind: "post" }>;
type Change = Exclude<Write, { kind: "post" }>;

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
  readonly shown: Shown;
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
  readonly act: Act | null;
}

export type ActName = "edit" | "remove" | "react" | "report" | "retranslate";

export type Act =
  | { readonly name: ActName; readonly state: "pending" }
  | { readonly name: "report" | "retranslate"; readonly state: "done" }
  /** It stands as before. `text`: the words that were refused. */
  | { readonly name: ActName; readonly state: "refused"; readonly error: Failure; readonly text: string | null };

export interface EntriesOptions {
  /** User id of this person. */
  readonly me: string;
  readonly lines: Lines;
  readonly pending: readonly Pending[];
  readonly shown: (line: Line) => Shown;
  readonly reactions: (line: Line) => Reactions;
  readonly act: (line: Line) => Act | null;
}

/** What the server has, in its order; after it what is not sent yet. Whatever is as in `before` is the same object. */
export function entriesOf(options: EntriesOptions, before: readonly TimelineEntry[]): readonly TimelineEntry[] {
  const { me, lines, pending, shown, reactions, act } = options;
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const changes = new Map(pending.map((one) => [one.write.id, one]));
  return [
    ...lines.ordered.map((line) => {
      const around = {
        mine: line.author === me,
        shown: shown(line),
        reactions: reactions(line),
        change: changeOf(changes.get(line.id)),
        act: act(line),
      };
      return entryOf(line, around, known.get(line.id));
    }),
    ...pending.flatMap(({ write, state }) =>
      write.kind === "post" && !lines.byId.has(write.id) ? [pendingEntry(write, state, me, known.get(write.id))] : [],
    ),
  ];
}

interface Surroundings {
  readonly mine: boolean;
  readonly shown: Shown;
  readonly reactions: Reactions;
  /** An edit or a removal that the server does not have yet; `refused`: it stands as before. */
  readonly change: { readonly write: Change; readonly refused: Failure | null } | undefined;
  readonly act: Act | null;
}

const ORIGINAL: Shown = { kind: "original" };
const NO_REACTIONS: Reactions = [];

function entryOf(line: Line, around: Surroundings, known: TimelineEntry | undefined): TimelineEntry {
  const { id, kind, author, seq, forwarded, fleeting } = line;
  const { mine, change } = around;
  const write = change?.refused === null ? change.write : undefined;
  const deleted = line.deleted || write?.kind === "remove";
  const edit = write?.kind === "edit" && !deleted ? write : null;
  const act = change === undefined ? around.act : actOf(change.write, change.refused);
  return keepObject(known, {
    ...{ id, kind, author, mine, forwarded, deleted, fleeting },
    language: edit?.language ?? line.language,
    text: deleted ? "" : (edit?.text ?? line.text),
    at: Date.parse(line.created_at),
    delivery: keepObject<TimelineEntry["delivery"]>(known?.delivery, { state: "sent", seq }),
    shown: deleted ? ORIGINAL : around.shown,
    replyTo: deleted ? null : line.reply_to,
    mentions: edit?.mentions ?? line.mentions,
    edited: line.edited || edit !== null,
    correctedBy: line.corrected_by,
    mark: deleted || line.mark === null ? null : keepObject<Mark>(known?.mark ?? undefined, line.mark),
    file: deleted || line.file === null ? null : keepObject<SharedFile>(known?.file ?? undefined, line.file),
    reactions: deleted ? NO_REACTIONS : around.reactions,
    act: act === null ? null : keepObject<Act>(known?.act ?? undefined, act),
  });
}

function changeOf(pending: Pending | undefined): Surroundings["change"] {
  if (pending === undefined || pending.write.kind === "post") return undefined;
  const { write, state } = pending;
  return { write, refused: state.name === "failed" && !passing(state.error) ? state.error : null };
}

function actOf(write: Change, error: Failure | null): Act {
  const name = write.kind;
  if (error === null) return { name, state: "pending" };
  return { name, state: "refused", error, text: write.kind === "edit" ? write.text : null };
}

function pendingEntry(
  { id, text, language, replyTo, mentions, writtenAt }: Post,
  state: Pending["state"],
  me: string,
  known: TimelineEntry | undefined,
): TimelineEntry {
  return keepObject(known, {
    ...{ id, kind: "chat", author: me, mine: true, language, text, at: writtenAt, shown: ORIGINAL, replyTo, mentions },
    ...{
      correctedBy: null,
      mark: null,
      file: null,
      forwarded: false,
      edited: false,
      deleted: false,
      fleeting: false,
      reactions: NO_REACTIONS,
      act: null,
    },
    delivery: keepObject<TimelineEntry["delivery"]>(
      known?.delivery,
      state.name === "pending" ? { state: "pending" } : { state: "failed", error: state.error },
    ),
  });
}
