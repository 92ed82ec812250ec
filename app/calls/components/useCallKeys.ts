import { useEffect, useRef } from "react";
import { createPushToTalk, type PushToTalkOptions } from "../pushToTalk.ts";
import { type Shortcut, shortcutOf } from "../shortcuts.ts";

interface CallKeys extends PushToTalkOptions {
  enabled: boolean;
  acts: Readonly<Record<Shortcut, () => void>>;
}

/** The single keys of the call, and the space bar while it is held, while they are `enabled`. */
export function useCallKeys(keys: CallKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  const { enabled } = keys;
  useEffect(() => {
    if (!enabled) return;
    const held = createPushToTalk({
      mayTalk: () => latest.current.mayTalk(),
      talk: (on) => latest.current.talk(on),
    });
    const down = (event: KeyboardEvent) => {
      if (event.key === "Tab" || event.key.startsWith("Arrow")) held.moved("keyboard");
      if (held.down(event)) return event.preventDefault();
      const shortcut = shortcutOf(event);
      if (shortcut === null) return;
      event.preventDefault();
      latest.current.acts[shortcut]();
    };
    const up = (event: KeyboardEvent) => {
      if (held.up(event)) event.preventDefault();
    };
    const pointed = () => held.moved("pointer");
    document.addEventListener("keydown", down);
    document.addEventListener("keyup", up);
    document.addEventListener("pointerdown", pointed);
    addEventListener("blur", held.letGo);
    return () => {
      held.letGo();
      document.removeEventListener("keydown", down);
      document.removeEventListener("keyup", up);
      document.removeEventListener("pointerdown", pointed);
      removeEventListener("blur", held.letGo);
    };
  }, [enabled]);
}
