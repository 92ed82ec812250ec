import { useRef, useState } from "react";
import { useSteady } from "~/ui/useSteady.ts";
import { type Layout, type Pin, type Staged, stageOf, stillPinned } from "../arrange.ts";
import type { PersonView } from "../view.ts";
import { screenKey } from "./Stage.tsx";

export interface Staging {
  readonly staged: Staged;
  readonly layout: Layout;
  /** Of who or what is on stage; of somebody else where that has none; `null` where there is no picture at all. */
  readonly picture: MediaStream | null;
  setLayout(layout: Layout): void;
  /** `null` pins nothing any more. */
  pin(key: string | null): void;
}

/** Who or what is on stage, and what the person chose about it. */
export function useStaging(people: readonly PersonView[], pictures: boolean): Staging {
  const [layout, setLayout] = useState<Layout>("grid");
  const [chosen, setPin] = useState<Pin | null>(null);
  const shared = people.filter(({ isMe, screen }) => !isMe && screen !== null).map(screenKey);
  const pin = stillPinned(chosen, shared);
  if (pin !== chosen) setPin(pin);
  const screens = pictures ? shared : [];
  // The answer for the same people and the same stage is the same stage, so drawing twice changes nothing.
  const last = useRef<string | null>(null);
  const staged = stageOf({ people, screens, layout, pin }, last.current);
  last.current = staged.key;
  const pinTo = useSteady((key: string | null) => setPin(key === null ? null : { key, over: screens }));
  return {
    staged,
    layout,
    picture: pictures ? pictureOf(people, staged.key) : null,
    setLayout,
    pin: pinTo,
  };
}

function pictureOf(people: readonly PersonView[], key: string | null): MediaStream | null {
  const screen = people.find((person) => screenKey(person) === key)?.screen;
  if (screen) return screen;
  const seen = people.filter(({ camera, stream }) => camera && stream !== null);
  const shown = seen.find(({ id }) => id === key) ?? seen.find(({ isMe }) => !isMe) ?? seen[0];
  return shown?.stream ?? null;
}
