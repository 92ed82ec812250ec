import { memo, useMemo, useState } from "react";
import { LazyChat } from "~/chat/lazyChat.tsx";
import { useCallView, useRoom } from "../RoomProvider.tsx";
import { useEverybodyConnected } from "../useEverybodyConnected.ts";
import { usePanels } from "./usePanels.ts";

/** Stays mounted once it has loaded: it announces new lines while its panel is closed. */
export const RoomChat = memo(function RoomChat() {
  const { call, timeline, files, lineEditing, typingNames, preJoin } = useRoom();
  const { openPanel, closePanel } = usePanels();
  const everybodyConnected = useEverybodyConnected();
  const [opened, setOpened] = useState(false);
  if (openPanel === "chat" && !opened) setOpened(true);
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
    <LazyChat active={everybodyConnected || opened}>
      {({ Chat }) => (
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
      )}
    </LazyChat>
  );
});
