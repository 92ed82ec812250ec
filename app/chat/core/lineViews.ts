/** Combines the timeline with the names and colours of the participants, for the chat's components. */
import type { Participant } from "#contracts/meetings.ts";
import { mentionTokensFor } from "#contracts/text/mentionTokens.ts";
import type { ParticipantsById } from "../../call/roster.ts";
import { isTransientError } from "../../lib/transientErrors.ts";
import type { LineView, QuoteView, ReactionView } from "../lineView.ts";
import type { TimelineEntry } from "../timelineEntry.ts";

/** The inputs of a view. As long as they are the same, the view is the same object. */
interface ViewSources {
  readonly entry: TimelineEntry;
  readonly author: Participant | undefined;
  readonly quoted: TimelineEntry | undefined;
  readonly quotedAuthor: Participant | undefined;
  /** The names that the line shows besides its author's. */
  readonly names: string;
  readonly held: boolean;
}

/** Returns a function that builds the views. It reuses unchanged views, so that React re-renders only changed lines. */
export function createLineViews(): (
  entries: readonly TimelineEntry[],
  participants: ParticipantsById,
  me: string,
  held: boolean,
) => readonly LineView[] {
  let cache = new Map<string, { sources: ViewSources; view: LineView }>();
  return (entries, participants, me, held) => {
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    const next: typeof cache = new Map();
    for (const entry of entries) {
      const quoted = entry.replyTo === null ? undefined : byId.get(entry.replyTo);
      const sources: ViewSources = {
        entry,
        author: participants.get(entry.author),
        quoted,
        quotedAuthor: quoted && participants.get(quoted.author),
        names: namesIn(entry, participants),
        held: held && entry.delivery.state === "pending",
      };
      const cached = cache.get(entry.id);
      next.set(
        entry.id,
        cached && sameSources(cached.sources, sources) ? cached : { sources, view: viewOf(sources, participants, me) },
      );
    }
    cache = next;
    return [...next.values()].map(({ view }) => view);
  };
}

const namesIn = ({ reactions, mentions, mark, correctedBy }: TimelineEntry, participants: ParticipantsById) =>
  [...reactions.flatMap(({ user_ids }) => user_ids), ...mentions, mark?.who, correctedBy]
    .map((id) => id && participants.get(id)?.display_name)
    .join("\n");

const sameSources = (a: ViewSources, b: ViewSources) =>
  a.entry === b.entry &&
  a.author === b.author &&
  a.quoted === b.quoted &&
  a.quotedAuthor === b.quotedAuthor &&
  a.names === b.names &&
  a.held === b.held;

function viewOf(
  { entry, author, quoted, quotedAuthor, held }: ViewSources,
  participants: ParticipantsById,
  me: string,
): LineView {
  const { id, mine, at, delivery, forwarded, edited, deleted, fleeting, action, replyTo, reactions, mentions } = entry;
  const { mark, correctedBy, proposals, file } = entry;
  const nameOf = (userId: string) => participants.get(userId)?.display_name ?? "";
  const failure = delivery.state === "failed" ? delivery.error : null;
  return {
    id,
    ...textFieldsOf(entry, author),
    isMe: mine,
    time: at,
    delivery: held ? "waiting" : failure !== null && isTransientError(failure) ? "held" : delivery.state,
    ...(failure !== null && { failure: failure.code }),
    ...{ forwarded, edited, deleted, fleeting, action },
    ...(replyTo !== null && { replyTo: quoteOf(replyTo, quoted, quotedAuthor) }),
    mentionsMe: !mine && mentions.includes(me),
    mentioned: mentions.flatMap((userId) => mentionTokensFor(nameOf(userId))),
    mark,
    file,
    ...(mark?.who && { markName: nameOf(mark.who) }),
    ...(mine && proposals > 0 && { proposals }),
    ...(correctedBy !== null && correctedBy !== entry.author && { correctedBy: nameOf(correctedBy) }),
    reactions: reactions.map(
      ({ emoji, user_ids }): ReactionView => ({
        emoji,
        mine: user_ids.includes(me),
        names: user_ids.flatMap((user) => (user === me ? [null] : (participants.get(user)?.display_name ?? []))),
        count: user_ids.length,
      }),
    ),
  };
}

const textFieldsOf = ({ language, text, display }: TimelineEntry, author: Participant | undefined) => ({
  // A line can arrive before its author; the name follows.
  authorColour: author?.colour ?? 1,
  authorName: author?.display_name ?? "",
  language,
  original: text,
  display,
});

const quoteOf = (id: string, entry: TimelineEntry | undefined, author: Participant | undefined): QuoteView => ({
  id,
  line: entry === undefined ? null : { ...textFieldsOf(entry, author), isMe: entry.mine, deleted: entry.deleted },
});
