import { loadNamespaces } from "~/i18n/I18nProvider.tsx";

export { PreJoin, type PreJoinProps } from "~/prejoin/PreJoin.tsx";
export type {
  ActiveParticipant,
  EntryMode,
  ParticipantFormErrors,
  ParticipantFormValues,
} from "~/prejoin/preJoinView.ts";
export type { ParticipantInput } from "./core/waitingRoomSession.ts";

/** Waiting to be let in, loaded while one stands at a door where one knocks. */
export async function loadWaitingRoom() {
  const [{ WaitingRoom }] = await Promise.all([import("./components/WaitingRoom.tsx"), loadNamespaces("waiting")]);
  return WaitingRoom;
}
