/** The pictures of the meeting's people. Loads with the parts that show them, because the code of the call is as large as it may be. */
import { createStore, reuseMapIfEqual, type Store } from "../../lib/store.ts";
import type { RoomState } from "./roomState.ts";

/** Ids of pictures by user id. People without one are missing. */
export type MeetingAvatars = ReadonlyMap<string, string>;

type AvatarRoom = Pick<RoomState, "rpc"> & {
  readonly callView: Store<{
    readonly meeting: { readonly id: string } | null;
    readonly participants: { readonly size: number };
  }>;
};

const opened = new WeakMap<AvatarRoom["callView"], Store<MeetingAvatars>>();

/** Returns the store of the room, which reads once for all who show pictures, and again when somebody joins. */
export function meetingAvatars(room: AvatarRoom): Store<MeetingAvatars> {
  const store = opened.get(room.callView) ?? openMeetingAvatars(room);
  opened.set(room.callView, store);
  return store;
}

function openMeetingAvatars({ rpc, callView }: AvatarRoom): Store<MeetingAvatars> {
  const avatars = createStore<MeetingAvatars>(new Map());
  let lastKey: string | null = null;
  const read = async () => {
    const { meeting, participants } = callView.getSnapshot();
    const key = meeting === null ? null : `${meeting.id} ${participants.size}`;
    if (meeting === null || key === lastKey) return;
    lastKey = key;
    const found = await rpc("meeting_avatars", { p_meeting_id: meeting.id });
    // A later response has replaced this one. Without a response the initials stay until somebody joins.
    if (!found.ok || key !== lastKey) return;
    const next = new Map(found.value.map(({ user_id, avatar }) => [user_id, avatar]));
    avatars.set(reuseMapIfEqual(avatars.getSnapshot(), next));
  };
  callView.subscribe(() => void read());
  void read();
  return avatars;
}
