import { CallConfirmations } from "~/confirmations/CallConfirmations.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { useConfirmations } from "../useConfirmations.ts";
import { usePanels } from "./usePanels.ts";

/** "Did everybody get it?" beside the stage. */
export function ConfirmationsPanel() {
  const { preJoin } = useRoom();
  const { closePanel } = usePanels();
  const loaded = useConfirmations();
  const me = useCallView((view) => view.me) ?? preJoin.participant;
  return (
    <CallConfirmations
      confirmations={loaded?.confirmations ?? null}
      state={loaded?.state ?? null}
      me={me.user_id}
      reads={me.reads}
      writes={me.speaks}
      onClose={closePanel}
    />
  );
}
