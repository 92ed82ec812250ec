import { type ReactNode, useCallback } from "react";
import { useMessages } from "~/i18n/index.tsx";
import { lateComponent } from "~/ui/late.tsx";
import { arrange, type Staged } from "../arrange.ts";
import { playOn } from "../core/devicesSpeaker.ts";
import type { PersonView } from "../view.ts";
import { PersonTile } from "./PersonTile.tsx";

/** In few calls somebody shares a screen. */
const ScreenTile = lateComponent([], () => import("./ScreenTile.tsx").then((loaded) => loaded.ScreenTile));

export interface StageProps {
  people: readonly PersonView[];
  staged: Staged;
  /** Whether pictures are taken at all. */
  pictures: boolean;
  /** Takes the second place while nobody else is here. */
  alone: ReactNode;
  /** Id of the chosen speaker; null: the system's. */
  speaker: string | null;
  /** `null`: nothing is pinned any more. */
  onPin(key: string | null): void;
  onBlocked(): void;
}

/** More of them stand in rows that scroll. */
const PLACED = 4;
/** More beside what is large stand in a strip that scrolls. */
const BESIDE = 7;

export const screenKey = ({ id }: Pick<PersonView, "id">): string => `screen ${id}`;

/**
 * Everyone's picture, and the screens that others share; how they stand is in `styles/stage.css`, by these data attributes
 * and the room that the call has. Each stays the same element in every arrangement: a picture does not start anew.
 */
export function Stage({ people, staged, pictures, alone, speaker, onPin, onBlocked }: StageProps) {
  const t = useMessages();
  const onElement = useCallback((video: HTMLVideoElement) => void playOn(video, speaker), [speaker]);
  const screens = people.flatMap((person) => (person.isMe || person.screen === null ? [] : [person]));
  const isAlone = people.length < 2;
  const count = people.length + screens.length;
  const pinOf = (key: string) => {
    const pinned = staged.pinned && staged.key === key;
    return { tileKey: key, pinned, stage: staged.key === key, onPin: count > 2 ? onPin : null };
  };
  return (
    <section
      aria-label={t("call.people")}
      data-layout={staged.large ? "stage" : "grid"}
      data-count={isAlone ? 2 : count > PLACED ? "many" : count}
      data-beside={Math.min(count - 1, BESIDE)}
      className="tiles"
    >
      {arrange(people).map((person) => (
        <PersonTile key={person.id} person={person} {...pinOf(person.id)} onElement={onElement} onBlocked={onBlocked} />
      ))}
      {screens.map((person) => (
        <ScreenTile
          key={screenKey(person)}
          person={person}
          seen={pictures}
          {...pinOf(screenKey(person))}
          onElement={onElement}
          onBlocked={onBlocked}
        />
      ))}
      {isAlone && alone}
    </section>
  );
}
