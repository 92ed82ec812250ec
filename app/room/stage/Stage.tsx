import { useCallback } from "react";
import { setSpeaker } from "~/devices/speakerOutput.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import type { ParticipantView } from "../core/participantView.ts";
import { ScreenTile } from "../lazy.tsx";
import { isJoined, useCallView, useDevicesSnapshot } from "../RoomProvider.tsx";
import { useCallUi } from "../screen/CallUiProvider.tsx";
import { AloneCard } from "./AloneCard.tsx";
import { screenTileKey, sortTiles } from "./layout.ts";
import { ParticipantTile } from "./ParticipantTile.tsx";
import type { StageState } from "./useStageLayout.ts";
import { useTilePlacement } from "./useTilePlacement.ts";

interface StageProps {
  people: readonly ParticipantView[];
  stage: StageState;
}

/**
 * The videos of everybody and the screens of remote participants. A tile stays the same element in every arrangement, so
 * its video does not restart.
 */
export function Stage({ people, stage }: StageProps) {
  const t = useMessages();
  const { autoplayBlocked } = useCallUi();
  const joined = useCallView(isJoined);
  const videoEnabled = useCallView(({ mode }) => mode === "all");
  const speakerId = useDevicesSnapshot(({ chosen }) => chosen.speaker);
  const onElement = useCallback((video: HTMLVideoElement) => void setSpeaker(video, speakerId), [speakerId]);
  const onAutoplayBlocked = useCallback(() => autoplayBlocked.set(true), [autoplayBlocked]);
  const layout = stage.stageLayout;
  const screens = people.flatMap((person) => (person.isMe || person.screen === null ? [] : [person]));
  const isAlone = people.length < 2;
  const count = people.length + screens.length;
  const stageRef = useTilePlacement({ spotlighted: layout.spotlighted, enabled: !isAlone });
  const pinProps = (key: string) => {
    const pinned = layout.pinned && layout.key === key;
    return { tileKey: key, pinned, spotlight: layout.key === key, onPin: count > 2 ? stage.pin : null };
  };
  return (
    <section
      ref={stageRef}
      aria-label={t("call.people")}
      data-layout={isAlone ? "alone" : layout.spotlighted ? "stage" : "grid"}
      className="tiles"
    >
      {sortTiles(people).map((person) => (
        <ParticipantTile
          key={person.id}
          person={person}
          {...pinProps(person.id)}
          onVideoElement={onElement}
          onAutoplayBlocked={onAutoplayBlocked}
        />
      ))}
      {screens.map((person) => (
        <ScreenTile
          key={screenTileKey(person)}
          person={person}
          videoEnabled={videoEnabled}
          {...pinProps(screenTileKey(person))}
          onVideoElement={onElement}
          onAutoplayBlocked={onAutoplayBlocked}
        />
      ))}
      {isAlone && joined && <AloneCard />}
    </section>
  );
}
