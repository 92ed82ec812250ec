import { useEffect, useInsertionEffect, useRef } from "react";
import { createPushToTalk, type PushToTalkOptions } from "./pushToTalk.ts";
import { type Shortcut, shortcutFor } from "./shortcuts.ts";

interface CallShortcutOptions extends PushToTalkOptions {
  enabled: boolean;
  handlers: Readonly<Record<Shortcut, () => void>>;
}

/** Handles single keys and push-to-talk while they are enabled. */
export function useCallShortcuts(options: CallShortcutOptions): void {
  const latest = useRef(options);
  // Before the screen changes, as in `useEventCallback`.
  useInsertionEffect(() => {
    latest.current = options;
  });
  const { enabled } = options;
  useEffect(() => {
    if (!enabled) return;
    const pushToTalk = createPushToTalk({
      canTalk: () => latest.current.canTalk(),
      setTalking: (on) => latest.current.setTalking(on),
    });
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Tab" || event.key.startsWith("Arrow")) pushToTalk.setInputMethod("keyboard");
      if (pushToTalk.keyDown(event)) return event.preventDefault();
      const shortcut = shortcutFor(event);
      if (shortcut === null) return;
      event.preventDefault();
      latest.current.handlers[shortcut]();
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (pushToTalk.keyUp(event)) event.preventDefault();
    };
    const onPointerDown = () => pushToTalk.setInputMethod("pointer");
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("keyup", onKeyUp);
    document.addEventListener("pointerdown", onPointerDown);
    addEventListener("blur", pushToTalk.release);
    return () => {
      pushToTalk.release();
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("keyup", onKeyUp);
      document.removeEventListener("pointerdown", onPointerDown);
      removeEventListener("blur", pushToTalk.release);
    };
  }, [enabled]);
}
