/** The call without what changes with every word: a room whose people talk and type is not drawn anew for each of them. */
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

/** Names of those who write to this person now. */
export const viewTypists = (call: Store<CallSnapshot>): Store<readonly string[]> =>
  derive(call, ({ people }, before: readonly string[] = []) =>
    keepList(
      before,
      people.flatMap(({ typing, isMe, participant }) => (typing && !isMe ? [participant.display_name] : [])),
    ),
  );
