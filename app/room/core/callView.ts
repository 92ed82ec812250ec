/** A view of the call without interim captions, typing and reading, so that these do not re-render the room. */
import type { Line } from "#contracts/lines.ts";
import type { CallSnapshot } from "../../call/callSnapshot.ts";
import type { CallParticipant } from "../../call/participants.ts";
import { derive, reuseIfShallowEqual, reuseListIfEqual, type Store } from "../../lib/store.ts";

/** The chat and the captions read the omitted members from the call. */
export type TileParticipant = Omit<CallParticipant, "typing" | "liveCaption" | "readingLineId">;

/** Whether a remote participant's voice becomes captions, by a recogniser or by somebody who types. */
export const isCaptioned = ({ recogniser, participant }: TileParticipant): boolean =>
  recogniser !== "off" || participant.captioner !== null;

export interface CallView extends Omit<CallSnapshot, "people"> {
  readonly people: readonly TileParticipant[];
  /** User ids of `people`, in the same order. */
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
 * Names of the remote participants who are typing. An author's new line removes the name in the same frame, because the
 * status message that typing stopped arrives later.
 */
export function createTypingNames(
  call: Store<Pick<CallSnapshot, "people">>,
  timeline: Store<{ readonly lines: readonly WrittenLine[] }>,
): Store<readonly string[]> {
  /** By user id: the newest `seq` when they started typing. */
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
      // Runs at each change: somebody may stop and restart typing between two renders.
      const onChange = () => {
        computeNames();
        onStoreChange();
      };
      const unsubscribers = [call.subscribe(onChange), timeline.subscribe(onChange)];
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe();
      };
    },
  };
}
