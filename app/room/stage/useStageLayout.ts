import { useEffect, useRef, useState } from "react";
import { useEventCallback } from "~/ui/useEventCallback.ts";
import type { ParticipantView } from "../core/participantView.ts";
import { computeLayout, keepValidPin, type LayoutMode, type Pin, type StageLayout, screenTileKey } from "./layout.ts";

export interface StageState {
  readonly stageLayout: StageLayout;
  readonly layout: LayoutMode;
  /** The spotlighted video, else another participant's. Null if there is no video. */
  readonly pipStream: MediaStream | null;
  setLayout(layout: LayoutMode): void;
  /** Null unpins. */
  pin(key: string | null): void;
}

/** The spotlight, with the user's choice of layout and pin. */
export function useStageLayout(people: readonly ParticipantView[], videoEnabled: boolean): StageState {
  const [layout, setLayout] = useState<LayoutMode>("grid");
  const [storedPin, setPin] = useState<Pin | null>(null);
  const screenKeys = people.filter(({ isMe, screen }) => !isMe && screen !== null).map(screenTileKey);
  const pin = keepValidPin(storedPin, screenKeys);
  useEffect(() => {
    if (pin !== storedPin) setPin(pin);
  }, [pin, storedPin]);
  const screens = videoEnabled ? screenKeys : [];
  // For the same input `computeLayout` returns the same key, so a repeated render changes nothing.
  const lastKey = useRef<string | null>(null);
  const stageLayout = computeLayout({ people: useSettledSpeakers(people), screens, layout, pin }, lastKey.current);
  lastKey.current = stageLayout.key;
  const pinTo = useEventCallback((key: string | null) => setPin(key === null ? null : { key, screensAtPin: screens }));
  return {
    stageLayout,
    layout,
    pipStream: videoEnabled ? pipStreamOf(people, stageLayout.key) : null,
    setLayout,
    pin: pinTo,
  };
}

/** A new voice takes the spotlight after it has spoken this long without a pause. */
const SPEAKER_DELAY_MS = 1_500;

/** Returns the people, with `speaking` only for those who have spoken for a while: a cough moves no tile. */
function useSettledSpeakers(people: readonly ParticipantView[]): readonly ParticipantView[] {
  const [settledIds, setSettledIds] = useState<readonly string[]>([]);
  const speakingIds = people.flatMap(({ id, speaking }) => (speaking ? [id] : [])).join(" ");
  useEffect(() => {
    const ids = speakingIds === "" ? [] : speakingIds.split(" ");
    setSettledIds((settled) => settled.filter((id) => ids.includes(id)));
    const timer = setTimeout(() => setSettledIds(ids), SPEAKER_DELAY_MS);
    return () => clearTimeout(timer);
  }, [speakingIds]);
  return people.map((person) =>
    person.speaking && !settledIds.includes(person.id) ? { ...person, speaking: false } : person,
  );
}

function pipStreamOf(people: readonly ParticipantView[], key: string | null): MediaStream | null {
  const screen = people.find((person) => screenTileKey(person) === key)?.screen;
  if (screen) return screen;
  const withVideo = people.filter(({ camera, stream }) => camera && stream !== null);
  const selected = withVideo.find(({ id }) => id === key) ?? withVideo.find(({ isMe }) => !isMe) ?? withVideo[0];
  return selected?.stream ?? null;
}
