import { type ReactNode, useCallback } from "react";
import { setSpeaker } from "~/devices/speakerOutput.ts";
import { useMessages } from "~/i18n/I18nProvider.tsx";
import { lazyComponent } from "~/ui/lazy.tsx";
import type { ParticipantView } from "../core/participantView.ts";
import { type StageLayout, sortTiles } from "./layout.ts";
import { ParticipantTile } from "./ParticipantTile.tsx";

/** In few calls somebody shares a screen. */
const ScreenTile = lazyComponent([], () => import("./ScreenTile.tsx").then((loaded) => loaded.ScreenTile));

export interface StageProps {
  people: readonly ParticipantView[];
  layout: StageLayout;
  /** Whether pictures are taken at all. */
  videoEnabled: boolean;
  /** Takes the second place while nobody else is here. */
  emptyState: ReactNode;
  /** Id of the chosen speaker; null: the system's. */
  speakerId: string | null;
  /** `null`: nothing is pinned any more. */
  onPin(key: string | null): void;
  onAutoplayBlocked(): void;
}

/** More of them stand in rows that scroll. */
const MAX_GRID_TILES = 4;
/** More beside what is large stand in a strip that scrolls. */
const MAX_SIDE_TILES = 7;

export const screenTileKey = ({ id }: Pick<ParticipantView, "id">): string => `screen ${id}`;

/**
 * Everyone's picture, and the screens that others share; how they stand is in `styles/stage.css`, by these data attributes
 * and the room that the call has. Each stays the same element in every arrangement: a picture does not start anew.
 */
export function Stage({ people, layout, videoEnabled, emptyState, speakerId, onPin, onAutoplayBlocked }: StageProps) {
  const t = useMessages();
  const onElement = useCallback((video: HTMLVideoElement) => void setSpeaker(video, speakerId), [speakerId]);
  const screens = people.flatMap((person) => (person.isMe || person.screen === null ? [] : [person]));
  const isAlone = people.length < 2;
  const count = people.length + screens.length;
  const pinProps = (key: string) => {
    const pinned = layout.pinned && layout.key === key;
    return { tileKey: key, pinned, spotlight: layout.key === key, onPin: count > 2 ? onPin : null };
  };
  return (
    <section
      aria-label={t("call.people")}
      data-layout={layout.spotlighted ? "stage" : "grid"}
      data-count={isAlone ? 2 : count > MAX_GRID_TILES ? "many" : count}
      data-beside={Math.min(count - 1, MAX_SIDE_TILES)}
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
      {isAlone && emptyState}
    </section>
  );
}
