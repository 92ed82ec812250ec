import { useMessages } from "~/i18n/I18nProvider.tsx";
import { errorMessages } from "~/ui/errorMessages.tsx";
import { useEventCallback } from "~/ui/useEventCallback.ts";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { useCallUi } from "../screen/CallUiProvider.tsx";

/** The local participant's hand. It shows as raised only after the server confirms, because the server orders the hands. */
export function useRaisedHand() {
  const { toggleHand } = useRoom();
  const { showToast } = useCallUi();
  const t = useMessages();
  const raised = useCallView(({ me }) => me !== null && me.hand !== null);
  const toggle = useEventCallback(async () => {
    const result = await toggleHand();
    if (result.ok) return;
    const { happened, todo } = errorMessages(t, result.error.code);
    showToast({ tone: "warning", text: happened, detail: todo });
  });
  return { raised, toggle: () => void toggle() };
}
