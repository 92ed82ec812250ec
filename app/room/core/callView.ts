/** The call without what changes with every word: a room whose people talk and type is not drawn anew for each of them. */
import type { Line } from "#contracts/lines.ts";
import type { CallSnapshot } from "../../call/call.ts";
import type { CallParticipant } from "../../call/participants.ts";
import { derive, reuseIfShallowEqual, reuseListIfEqual, type Store } from "../../lib/store.ts";

/** What is shown by the chat and the captions alone; they follow the call themselves. */
export type TileParticipant = Omit<CallParticipant, "typing" | "liveCaption" | "readingLineId">;

export interface CallView extends Omit<CallSnapshot, "people"> {
  readonly people: readonly TileParticipant[];
  /** Their user ids, in the same order. */
  readonly presentUserIds: readonly string[];
}

export const createCallView = (call: Store<CallSnapshot>): Store<CallView> =>
  derive(call, ({ people, ...now }, previous?: CallView) =>
    reuseIfShallowEqual(previous, {
      ...now,
      people: reuseListIfEqual(
        previous?.people ?? [],
        people.map((person) => toTileParticipant(person, previous)),
      ),
      presentUserIds: reuseListIfEqual(
        previous?.presentUserIds ?? [],
        people.map(({ participant }) => participant.user_id),
      ),
    }),
  );

function toTileParticipant(
  { typing, liveCaption, readingLineId, ...tile }: CallParticipant,
  previous: CallView | undefined,
): TileParticipant {
  return reuseIfShallowEqual(
    previous?.people.find(({ peerId }) => peerId === tile.peerId),
    tile,
  );
}

type WrittenLine = Pick<Line, "seq" | "kind" | "author">;

/**
 * Names of those who write to this person now. A line takes the sign of its author away with it, in one picture: that
 * they write no more is told a moment later.
 */
export function createTypingNames(
  call: Store<Pick<CallSnapshot, "people">>,
  timeline: Store<{ readonly lines: readonly WrittenLine[] }>,
): Store<readonly string[]> {
  /** By user id: the newest line of the meeting when they began. */
  let typingSinceSeq: ReadonlyMap<string, number> = new Map();
  let names: readonly string[] = [];
  function computeNames(): readonly string[] {
    const { lines } = timeline.getSnapshot();
    const newestSeq = lines.at(-1)?.seq ?? 0;
    const typists = call.getSnapshot().people.filter(({ typing, isMe }) => typing && !isMe);
    typingSinceSeq = new Map(
      typists.map(({ participant: { user_id } }) => [user_id, typingSinceSeq.get(user_id) ?? newestSeq]),
    );
    const stillTyping = typists.filter(({ participant: { user_id } }) => {
      const since = typingSinceSeq.get(user_id) ?? newestSeq;
      const lastRelevantLine = lines.findLast(
        ({ seq, kind, author }) => seq <= since || (kind === "chat" && author === user_id),
      );
      return lastRelevantLine === undefined || lastRelevantLine.seq <= since;
    });
    names = reuseListIfEqual(
      names,
      stillTyping.map(({ participant }) => participant.display_name),
    );
    return names;
  }
  return {
    getSnapshot: computeNames,
    subscribe(onStoreChange) {
      // At each change: who stopped and began anew between two pictures writes anew.
      const onChange = () => {
        computeNames();
        onStoreChange();
      };
      const unsubscribers = [call.subscribe(onChange), timeline.subscribe(onChange)];
      return () => {
        for (const end of unsubscribers) end();
      };
    },
  };
}
