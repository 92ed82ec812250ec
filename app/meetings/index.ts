import { texts } from "~/i18n/index.tsx";

export { Door, type DoorProps } from "./components/Door.tsx";
export type { Said } from "./core/waiting.ts";
export type { DoorErrors, DoorValues, DoorWay, InsideView } from "./view.ts";

/** Waiting to be let in, loaded while one stands at a door where one knocks. */
export async function loadWaitingRoom() {
  const [{ WaitingRoom }] = await Promise.all([import("./components/WaitingRoom.tsx"), texts("waiting")]);
  return WaitingRoom;
}
