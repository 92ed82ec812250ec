import { useState } from "react";
import { isJoined, useCallView } from "./RoomProvider.tsx";

/**
 * Returns false until everybody is connected, or until connecting takes too long, and then true. Parts that nobody sees
 * at first load afterwards, so that the faces come first.
 */
export function useFacesFirst(): boolean {
  const connected = useCallView(
    (view) =>
      isJoined(view) &&
      view.people.every(({ isMe, connection, problem }) => isMe || connection !== "connecting" || problem !== null),
  );
  const [wasConnected, setWasConnected] = useState(connected);
  if (connected && !wasConnected) setWasConnected(true);
  return wasConnected;
}
