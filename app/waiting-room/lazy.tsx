import { loadNamespaces } from "~/i18n/loadMessages.ts";

/** Waiting to be let in, loaded while one stands at a door where one knocks. */
export async function loadWaitingRoom() {
  const [{ WaitingRoom }] = await Promise.all([import("./components/WaitingRoom.tsx"), loadNamespaces("waiting")]);
  return WaitingRoom;
}
