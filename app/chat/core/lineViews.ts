/** The timeline as the chat's components show it: names and colours come from the meeting's participants. */
import type { Participant } from "#contracts/meetings.ts";
import { isTransientError } from "../../lib/transientErrors.ts";
import type { LineView, QuoteView, ReactionView } from "../lineView.ts";
import type { TimelineEntry } from "../timelineEntry.ts";
import { mentionTokensFor } from "./mentions.ts";

export type ParticipantsById = ReadonlyMap<string, Participant>;

/** What a view is made of: while all of it is the same, the view is the same object. */
interface ViewSources {
  readonly entry: TimelineEntry;
  readonly author: Participant | undefined;
  readonly answered: TimelineEntry | undefined;
  readonly answeredAuthor: Participant | undefined;
  /** Where names of others stand in it. */
  readonly people: ParticipantsById | null;
  readonly held: boolean;
}

/** Views of the entries; one that says the same as before is the same object, so that React draws only what changed. */
export function createLineViews(): (
  entries: readonly TimelineEntry[],
  participants: ParticipantsById,
  me: string,
  held: boolean,
) => readonly LineView[] {
  let known = new Map<string, { sources: ViewSources; view: LineView }>();
  return (entries, participants, me, held) => {
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    const next: typeof known = new Map();
    for (const entry of entries) {
      const answered = entry.replyTo === null ? undefined : byId.get(entry.replyTo);
      const sources: ViewSources = {
        entry,
        author: participants.get(entry.author),
        answered,
        answeredAuthor: answered && participants.get(answered.author),
        people: namesOthers(entry) ? participants : null,
        held: held && entry.delivery.state === "pending",
      };
      const before = known.get(entry.id);
      next.set(
        entry.id,
        before && sameSources(before.sources, sources) ? before : { sources, view: viewOf(sources, me) },
      );
    }
    known = next;
    return [...next.values()].map(({ view }) => view);
  };
}

const namesOthers = ({ reactions, mentions, mark, correctedBy }: TimelineEntry) =>
  reactions.length + mentions.length > 0 || mark !== null || correctedBy !== null;

const sameSources = (a: ViewSources, b: ViewSources) =>
  a.entry === b.entry &&
  a.author === b.author &&
  a.answered === b.answered &&
  a.answeredAuthor === b.answeredAuthor &&
  a.people === b.people &&
  a.held === b.held;

function viewOf({ entry, author, answered, answeredAuthor, people, held }: ViewSources, me: string): LineView {
  const { id, mine, at, delivery, forwarded, edited, deleted, fleeting, action, replyTo, reactions, mentions } = entry;
  const { mark, correctedBy, file } = entry;
  const nameOf = (person: string) => people?.get(person)?.display_name ?? "";
  const failure = delivery.state === "failed" ? delivery.error : null;
  return {
    id,
    ...textFieldsOf(entry, author),
    isMe: mine,
    time: at,
    delivery: held ? "waiting" : failure !== null && isTransientError(failure) ? "held" : delivery.state,
    ...(failure !== null && { failure: failure.code }),
    ...{ forwarded, edited, deleted, fleeting, action },
    ...(replyTo !== null && { replyTo: quoteOf(replyTo, answered, answeredAuthor) }),
    mentionsMe: !mine && mentions.includes(me),
    mentioned: mentions.flatMap((person) => mentionTokensFor(nameOf(person))),
    mark,
    file,
    ...(mark?.who && { markName: nameOf(mark.who) }),
    ...(correctedBy !== null && correctedBy !== entry.author && { correctedBy: nameOf(correctedBy) }),
    reactions: reactions.map(
      ({ emoji, user_ids }): ReactionView => ({
        emoji,
        mine: user_ids.includes(me),
        names: user_ids.flatMap((user) => (user === me ? [null] : (people?.get(user)?.display_name ?? []))),
        count: user_ids.length,
      }),
    ),
  };
}

const textFieldsOf = ({ language, text, display }: TimelineEntry, author: Participant | undefined) => ({
  // A line may be heard before its author is: the name follows.
  authorNumber: author?.number ?? 1,
  authorName: author?.display_name ?? "",
  language,
  original: text,
  display,
});

const quoteOf = (id: string, entry: TimelineEntry | undefined, author: Participant | undefined): QuoteView => ({
  id,
  line: entry === undefined ? null : { ...textFieldsOf(entry, author), isMe: entry.mine, deleted: entry.deleted },
});
