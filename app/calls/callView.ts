/** The call without what changes with every word: a room whose people talk and type is not drawn anew for each of them. */
import type { Line } from "#contracts/lines.ts";
import { derive, keepList, keepObject, type Store } from "../platform/store.ts";
import type { CallSnapshot } from "./core/call.ts";
import type { Person } from "./core/people.ts";

/** What is shown by the chat and the captions alone; they follow the call themselves. */
export type Face = Omit<Person, "typing" | "saying" | "reading">;

export interface CallView extends Omit<CallSnapshot, "people"> {
  readonly people: readonly Face[];
  /** Their user ids, in the same order. */
  readonly here: readonly string[];
}

export const viewCall = (call: Store<CallSnapshot>): Store<CallView> =>
  derive(call, ({ people, ...now }, before?: CallView) =>
    keepObject(before, {
      ...now,
      people: keepList(
        before?.people ?? [],
        people.map((person) => faceOf(person, before)),
      ),
      here: keepList(
        before?.here ?? [],
        people.map(({ participant }) => participant.user_id),
      ),
    }),
  );

function faceOf({ typing, saying, reading, ...face }: Person, before: CallView | undefined): Face {
  return keepObject(
    before?.people.find(({ peerId }) => peerId === face.peerId),
    face,
  );
}

type Written = Pick<Line, "seq" | "kind" | "author">;

/**
 * Names of those who write to this person now. A line takes the sign of its author away with it, in one picture: that
 * they write no more is told a moment later.
 */
export function viewTypists(
  call: Store<Pick<CallSnapshot, "people">>,
  timeline: Store<{ readonly lines: readonly Written[] }>,
): Store<readonly string[]> {
  /** By user id: the newest line of the meeting when they began. */
  let began: ReadonlyMap<string, number> = new Map();
  let names: readonly string[] = [];
  function look(): readonly string[] {
    const { lines } = timeline.getSnapshot();
    const newest = lines.at(-1)?.seq ?? 0;
    const writing = call.getSnapshot().people.filter(({ typing, isMe }) => typing && !isMe);
    began = new Map(writing.map(({ participant: { user_id } }) => [user_id, began.get(user_id) ?? newest]));
    const still = writing.filter(({ participant: { user_id } }) => {
      const since = began.get(user_id) ?? newest;
      const last = lines.findLast(({ seq, kind, author }) => seq <= since || (kind === "chat" && author === user_id));
      return last === undefined || last.seq <= since;
    });
    names = keepList(
      names,
      still.map(({ participant }) => participant.display_name),
    );
    return names;
  }
  return {
    getSnapshot: look,
    subscribe(changed) {
      // At each change: who stopped and began anew between two pictures writes anew.
      const heard = () => {
        look();
        changed();
      };
      const ends = [call.subscribe(heard), timeline.subscribe(heard)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
