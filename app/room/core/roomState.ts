/** The services of a room with the stores that its components read. */
import { ok, type Result } from "#contracts/errors.ts";
import type { Participant } from "#contracts/meetings.ts";
import type { MeetingNameView } from "../../lib/meetingTitle.ts";
import { createStore, type Store, type WritableStore } from "../../lib/store.ts";
import type { RoomServices } from "../createRoom.ts";
import { type CallView, createCallView, createTypingNames } from "./callView.ts";

export type SidePanelName = "chat" | "people" | "confirmations";

/** Data of the pre-join page, shown until the call has loaded. */
export interface PreJoinData extends MeetingNameView {
  readonly participant: Participant;
  /** The link for invitations. */
  readonly link: string;
}

export interface RoomState extends RoomServices {
  readonly callView: Store<CallView>;
  /** Names of the remote participants who are typing. */
  readonly typingNames: Store<readonly string[]>;
  /** The open side panel. Null: none. */
  readonly panel: WritableStore<SidePanelName | null>;
  readonly preJoin: PreJoinData;
  /** Raises or lowers the local participant's hand. Does nothing while a request is pending or before joining. */
  toggleHand(): Promise<Result<unknown>>;
}

export function createRoomState(room: RoomServices, preJoin: PreJoinData): RoomState {
  const panel = createStore<SidePanelName | null>(null);
  return {
    ...room,
    lineEditing: {
      ...room.lineEditing,
      async askEverybody(lineId) {
        const asked = await (await room.loadConfirmations()).ask(lineId);
        if (asked.ok) panel.set("confirmations");
        return asked;
      },
    },
    callView: createCallView(room.call),
    typingNames: createTypingNames(room.call, room.timeline),
    panel,
    preJoin,
    toggleHand: createToggleHand(room),
  };
}

function createToggleHand({ call, moderation }: RoomServices): RoomState["toggleHand"] {
  let pending = false;
  return async () => {
    const { me } = call.getSnapshot();
    if (pending || me === null) return ok(null);
    pending = true;
    const result = await (me.hand === null ? moderation.raiseHand() : moderation.lowerHand());
    pending = false;
    return result;
  };
}
