import { type ReactNode, useRef } from "react";
import { useMessages } from "~/i18n/index.tsx";
import { arrange, onStage } from "../arrange.ts";
import type { PersonView } from "../view.ts";
import { PersonTile } from "./PersonTile.tsx";

interface TileGridProps {
  people: readonly PersonView[];
  /** Takes the second place while nobody else is here. */
  alone: ReactNode;
  onBlocked(): void;
}

/** One to four people; how they stand is in `styles/call.css`, by `data-count` and the room that the call has. */
export function TileGrid({ people, alone, onBlocked }: TileGridProps) {
  const t = useMessages();
  // The answer for the same people and the same stage is the same stage, so drawing twice changes nothing.
  const last = useRef<string | null>(null);
  const stage = onStage(people, last.current);
  last.current = stage;
  const isAlone = people.length < 2;
  return (
    <section aria-label={t("call.people")} data-count={isAlone ? 2 : people.length} className="tiles">
      {arrange(people).map((person) => (
        <PersonTile key={person.id} person={person} stage={person.id === stage} onBlocked={onBlocked} />
      ))}
      {isAlone && alone}
    </section>
  );
}
