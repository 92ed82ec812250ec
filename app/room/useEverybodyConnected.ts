import { useState } from "react";
import { isJoined, useCallView } from "./RoomProvider.tsx";

/**
 * Returns whether everybody has been connected once, or connecting takes too long. Parts that nobody sees at first load
 * afterwards, so that the faces come first.
 */
export function useEverybodyConnected(): boolean {
  const connected = useCallView(
    (view) =>
      isJoined(view) &&
      view.people.every(({ isMe, connection, problem }) => isMe || connection !== "connecting" || problem !== null),
  );
  const [wasConnected, setWasConnected] = useState(connected);
  if (connected && !wasConnected) setWasConnected(true);
  return wasConnected;
}
