/** The timeline as the chat's components show it: names and colours come from the meeting's participants. */
import type { Participant } from "#contracts/meetings.ts";
import { passing, type TimelineEntry } from "./core/index.ts";
import { wordsFor } from "./mentions.ts";
import type { LineView, QuoteView, ReactionView } from "./view.ts";

export type Participants = ReadonlyMap<string, Participant>;

/** What a view is made of: while all of it is the same, the view is the same object. */
interface Sources {
  readonly entry: TimelineEntry;
  readonly author: Participant | undefined;
  readonly answered: TimelineEntry | undefined;
  readonly answeredAuthor: Participant | undefined;
  /** Where names of others stand in it. */
  readonly people: Participants | null;
  readonly held: boolean;
}

/** Views of the entries; one that says the same as before is the same object, so that React draws only what changed. */
export function createLineViews(): (
  entries: readonly TimelineEntry[],
  participants: Participants,
  me: string,
  held: boolean,
) => readonly LineView[] {
  let known = new Map<string, { sources: Sources; view: LineView }>();
  return (entries, participants, me, held) => {
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    const next: typeof known = new Map();
    for (const entry of entries) {
      const answered = entry.replyTo === null ? undefined : byId.get(entry.replyTo);
      const sources: Sources = {
        entry,
        author: participants.get(entry.author),
        answered,
        answeredAuthor: answered && participants.get(answered.author),
        people: namesOthers(entry) ? participants : null,
        held: held && entry.delivery.state === "pending",
      };
      const before = known.get(entry.id);
      next.set(entry.id, before && same(before.sources, sources) ? before : { sources, view: viewOf(sources, me) });
    }
    known = next;
    return [...next.values()].map(({ view }) => view);
  };
}

const namesOthers = ({ reactions, mentions, mark, correctedBy }: TimelineEntry) =>
  reactions.length + mentions.length > 0 || mark !== null || correctedBy !== null;

const same = (a: Sources, b: Sources) =>
  a.entry === b.entry &&
  a.author === b.author &&
  a.answered === b.answered &&
  a.answeredAuthor === b.answeredAuthor &&
  a.people === b.people &&
  a.held === b.held;

function viewOf({ entry, author, answered, answeredAuthor, people, held }: Sources, me: string): LineView {
  const { id, mine, at, delivery, forwarded, edited, deleted, fleeting, act, replyTo, reactions, mentions } = entry;
  const { mark, correctedBy, file } = entry;
  const nameOf = (person: string) => people?.get(person)?.display_name ?? "";
  const failure = delivery.state === "failed" ? delivery.error : null;
  return {
    id,
    ...wordsOf(entry, author),
    isMe: mine,
    time: at,
    delivery: held ? "waiting" : failure !== null && passing(failure) ? "held" : delivery.state,
    ...(failure !== null && { failure: failure.code }),
    ...{ forwarded, edited, deleted, fleeting, act },
    ...(replyTo !== null && { replyTo: quoteOf(replyTo, answered, answeredAuthor) }),
    mentionsMe: !mine && mentions.includes(me),
    mentioned: mentions.flatMap((person) => wordsFor(nameOf(person))),
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

const wordsOf = ({ language, text, shown }: TimelineEntry, author: Participant | undefined) => ({
  // A line may be heard before its author is: the name follows.
  authorNumber: author?.number ?? 1,
  authorName: author?.display_name ?? "",
  language,
  original: text,
  reading: shown,
});

const quoteOf = (id: string, entry: TimelineEntry | undefined, author: Participant | undefined): QuoteView => ({
  id,
  line: entry === undefined ? null : { ...wordsOf(entry, author), isMe: entry.mine, deleted: entry.deleted },
});
