import { createContext, type ReactNode, useContext, useMemo, useRef, useSyncExternalStore } from "react";
import type { DevicesSnapshot } from "~/devices/devices.ts";
import type { CallView } from "./core/callView.ts";
import { createRoomState, type PreJoinData, type RoomState } from "./core/roomState.ts";
import type { RoomServices } from "./createRoom.ts";
import { useTransitionStore } from "./useTransitionStore.ts";

const RoomContext = createContext<RoomState | null>(null);

interface RoomProviderProps {
  room: RoomServices;
  preJoin: PreJoinData;
  children: ReactNode;
}

/** Provides the same object for as long as the room exists, so the context itself never causes a re-render. */
export function RoomProvider({ room, preJoin, children }: RoomProviderProps) {
  const initial = useRef(preJoin);
  const state = useMemo(() => createRoomState(room, initial.current), [room]);
  return <RoomContext.Provider value={state}>{children}</RoomContext.Provider>;
}

export function useRoom(): RoomState {
  const room = useContext(RoomContext);
  if (room === null) throw new Error("RoomProvider is missing.");
  return room;
}

/** The user's own mode change must show at once. Most other changes come from remote participants. */
const isModeChange = (previous: CallView, next: CallView) => previous.mode !== next.mode;

/** Re-renders when the selected value changes. `select` must not depend on props. */
export const useCallView = <T,>(select: (view: CallView) => T): T =>
  useTransitionStore(useRoom().callView, select, isModeChange);

/** Re-renders when the selected value changes. */
export function useDevicesSnapshot<T>(select: (snapshot: DevicesSnapshot) => T): T {
  const { devices } = useRoom();
  return useSyncExternalStore(devices.subscribe, () => select(devices.getSnapshot()));
}

/** Whether the server has admitted the local participant to a call. */
export const isJoined = ({ callId }: CallView): boolean => callId !== null;
