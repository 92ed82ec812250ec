import { memo, useMemo } from "react";
import { Chat } from "~/chat/lazyChat.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { usePanels } from "./usePanels.ts";

export const RoomChat = memo(function RoomChat() {
  const { call, timeline, files, lineEditing, typingNames, preJoin } = useRoom();
  const { closePanel } = usePanels();
  const participants = useCallView((view) => view.participants);
  const presentIds = useCallView((view) => view.presentUserIds);
  const speaks = useCallView(({ me }) => me?.speaks) ?? preJoin.participant.speaks;
  const typing = useMemo(
    () => ({
      names: typingNames,
      onTyping(isTyping: boolean) {
        call.setTyping(isTyping);
        if (isTyping) timeline.warmUpTranslation();
      },
    }),
    [call, timeline, typingNames],
  );
  return (
    <Chat
      timeline={timeline}
      participants={participants}
      speaks={speaks}
      presentIds={presentIds}
      fileTrayOptions={files}
      lineEditing={lineEditing}
      typing={typing}
      onClose={closePanel}
    />
  );
});
