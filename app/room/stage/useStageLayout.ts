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
  const stageLayout = computeLayout({ people, screens, layout, pin }, lastKey.current);
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

function pipStreamOf(people: readonly ParticipantView[], key: string | null): MediaStream | null {
  const screen = people.find((person) => screenTileKey(person) === key)?.screen;
  if (screen) return screen;
  const withVideo = people.filter(({ camera, stream }) => camera && stream !== null);
  const selected = withVideo.find(({ id }) => id === key) ?? withVideo.find(({ isMe }) => !isMe) ?? withVideo[0];
  return selected?.stream ?? null;
}
